// Kernels → machine code in this process: verify, look into the cache, compile what is missing in own threads, link.
//
// Which level to compile with (JitOptions::optimisation = -1), measured with LLVM 19.1.7 on one core of an AMD EPYC.
// The kernel is a chain of rotations; `compile` is CPU time in ms from the graph to machine code, `run` the time of one
// call in ns without sines and cosines, which would hide the differences.
//
//   operations      level 0          level 1          level 2      level 2 with scheduling
//              compile    run   compile    run   compile    run     compile    run
//          100       2     24         4     17         8     15           9     15
//          380       3     76        10     67        20     62          29     62
//        1,050       6    204        25    194        45    179
//        1,610      10    454        43    374        78    349         135    350
//        5,500      25  1,580        90  1,340       150  1,240       1,480  1,250
//       10,000      60  3,690       200  3,350       420  3,000
//       16,700      75  4,900       360  4,200       510  3,800       5,700
//       50,000     325            1,075            1,700
//
//   level 0  fast selection, fast register allocation
//   level 1  fast selection, greedy register allocation; the default up to 20,000 operations, above it is level 0
//   level 2  selection from a graph, tidied IR, greedy register allocation
//   level 3  as level 2, with instruction scheduling: its time grows with the square of a block and buys nothing here
//
// Every kernel costs 0.7, 2 or 5 ms at levels 0, 1, 2 for the pass manager alone. One that comes from the cache costs
// 0.1 ms, and the first 0.2 ms.
#include "compiler/emit/llvm/jit.h"

#include <llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h>
#include <llvm/ExecutionEngine/Orc/Core.h>
#include <llvm/ExecutionEngine/Orc/ExecutorProcessControl.h>
#include <llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h>
#include <llvm/ExecutionEngine/Orc/TaskDispatch.h>
#include <llvm/Support/MemoryBuffer.h>
#include <math.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <map>
#include <mutex>
#include <thread>

#include "compiler/emit/llvm/cache.h"
#include "compiler/emit/llvm/object.h"

namespace frix::emit {
namespace {

// The math library as this process sees it: compiled kernels call the very functions that constants were folded with.
llvm::orc::SymbolMap math_library(llvm::orc::ExecutionSession& session) {
  using Unary = double (*)(double);
  using Binary = double (*)(double, double);
  llvm::orc::SymbolMap symbols;
  const auto define = [&](const char* name, auto function) {
    symbols[session.intern(name)] = {llvm::orc::ExecutorAddr::fromPtr(function), llvm::JITSymbolFlags::Exported};
  };
  const std::pair<const char*, Unary> unary[] = {
      {"sin", ::sin},   {"cos", ::cos},     {"tan", ::tan},   {"asin", ::asin}, {"acos", ::acos},
      {"atan", ::atan}, {"sinh", ::sinh},   {"cosh", ::cosh}, {"tanh", ::tanh}, {"exp", ::exp},
      {"log", ::log},   {"floor", ::floor}, {"sqrt", ::sqrt}};
  for (const auto& [name, function] : unary) define(name, function);
  const std::pair<const char*, Binary> binary[] = {{"atan2", ::atan2}, {"pow", ::pow}};
  for (const auto& [name, function] : binary) define(name, function);
  define("sincos", static_cast<void (*)(double, double*, double*)>(::sincos));
  return symbols;
}

}  // namespace

struct Jit::Implementation {
  JitReport report;
  std::string error;
  std::map<std::string, frix_kernel> functions;

  // the linker; destroyed in the order below
  std::unique_ptr<llvm::orc::ExecutionSession> session;
  std::unique_ptr<llvm::orc::ObjectLinkingLayer> linker;

  ~Implementation() {
    if (session == nullptr) return;
    if (llvm::Error ending = session->endSession()) llvm::consumeError(std::move(ending));
    linker.reset();
  }

  std::vector<std::string> make_objects(const std::vector<ir::Kernel>& kernels, const JitOptions& options);
  void link(const std::vector<ir::Kernel>& kernels, std::vector<std::string> objects);
  bool fails(llvm::Error result) {
    if (!result) return false;
    if (error.empty())
      error = llvm::toString(std::move(result));
    else
      llvm::consumeError(std::move(result));
    return true;
  }
};

// Object code of all kernels, from the cache or compiled by the threads, which take the next kernel when they are free.
std::vector<std::string> Jit::Implementation::make_objects(const std::vector<ir::Kernel>& kernels,
                                                           const JitOptions& options) {
  const ObjectCache cache(options.cache ? default_cache_directory() : std::filesystem::path());
  const std::string target = target_description();
  std::vector<std::string> objects(kernels.size());
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;  // of report and error

  const auto work = [&] {
    try {
      ObjectCompiler compiler;
      for (std::size_t i = next++; i < kernels.size(); i = next++) {
        const std::size_t operations = ir::operation_count(kernels[i]);
        const int level = optimisation_level(options.optimisation, operations);
        const std::string key = options.cache ? cache_key(kernels[i], level, target) : "";
        std::optional<std::string> cached = options.cache ? cache.load(key) : std::nullopt;
        std::string failure;
        if (cached) {
          objects[i] = std::move(*cached);
        } else if (compiler.compile(kernels[i], level, objects[i], failure) && options.cache) {
          cache.save(key, objects[i]);
        }
        const std::lock_guard lock(mutex);
        report.operations += operations;
        report.cached += cached.has_value();
        if (!failure.empty() && error.empty()) error = kernels[i].name + ": " + failure;
      }
      const std::lock_guard lock(mutex);
      report.build_seconds += compiler.times().build_seconds;
      report.optimise_seconds += compiler.times().optimise_seconds;
      report.generate_seconds += compiler.times().generate_seconds;
    } catch (const std::exception& exception) {
      const std::lock_guard lock(mutex);
      if (error.empty()) error = exception.what();
    }
  };

  const std::size_t wanted = std::min<std::size_t>(options.threads > 1 ? options.threads : 1, kernels.size());
  {
    std::vector<std::jthread> others;  // joined at the end of this block
    for (std::size_t i = 1; i < wanted; ++i) others.emplace_back(work);
    work();
  }
  return objects;
}

void Jit::Implementation::link(const std::vector<ir::Kernel>& kernels, std::vector<std::string> objects) {
  auto process =
      llvm::orc::SelfExecutorProcessControl::Create(nullptr, std::make_unique<llvm::orc::InPlaceTaskDispatcher>());
  if (!process) return static_cast<void>(fails(process.takeError()));
  session = std::make_unique<llvm::orc::ExecutionSession>(std::move(*process));
  session->setErrorReporter([this](llvm::Error result) { fails(std::move(result)); });
  linker = std::make_unique<llvm::orc::ObjectLinkingLayer>(*session, session->getExecutorProcessControl().getMemMgr());
  llvm::orc::JITDylib& library = session->createBareJITDylib("kernels");
  if (fails(library.define(llvm::orc::absoluteSymbols(math_library(*session))))) return;

  llvm::orc::SymbolLookupSet names;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    if (fails(linker->add(library, llvm::MemoryBuffer::getMemBufferCopy(objects[i], kernels[i].name)))) return;
    names.add(session->intern(kernels[i].name));
  }
  auto symbols = session->lookup(llvm::orc::makeJITDylibSearchOrder(&library), std::move(names));
  if (!symbols) return static_cast<void>(fails(symbols.takeError()));
  for (const auto& [name, symbol] : *symbols) functions[(*name).str()] = symbol.getAddress().toPtr<frix_kernel>();
}

Jit::Jit(const std::vector<ir::Kernel>& kernels, const JitOptions& options)
    : implementation_(std::make_unique<Implementation>()) {
  Implementation& self = *implementation_;
  try {
    for (const ir::Kernel& kernel : kernels)
      for (const std::string& fault : ir::verify(kernel))
        if (self.error.empty()) self.error = kernel.name + ": " + fault;
    self.report.functions = kernels.size();
    if (!self.error.empty() || kernels.empty()) return;

    std::vector<std::string> objects = self.make_objects(kernels, options);
    if (!self.error.empty()) return;
    const auto start = std::chrono::steady_clock::now();
    self.link(kernels, std::move(objects));
    self.report.link_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  } catch (const std::exception& exception) {
    self.error = exception.what();
  }
  if (!self.error.empty()) self.functions.clear();
}

Jit::~Jit() = default;

frix_kernel Jit::find(const std::string& name) const {
  const auto entry = implementation_->functions.find(name);
  return entry == implementation_->functions.end() ? nullptr : entry->second;
}

const std::string& Jit::error() const {
  return implementation_->error;
}

const JitReport& Jit::report() const {
  return implementation_->report;
}

std::string print_llvm(const std::vector<ir::Kernel>& kernels, const JitOptions& options) {
  ObjectCompiler compiler;
  std::string text;
  for (const ir::Kernel& kernel : kernels)
    text += compiler.print(kernel, optimisation_level(options.optimisation, ir::operation_count(kernel)));
  return text;
}

}  // namespace frix::emit
