#include "compiler/emit/llvm/object.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/CodeGen/MachineModuleInfo.h>
#include <llvm/CodeGen/Passes.h>
#include <llvm/CodeGen/TargetPassConfig.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "compiler/emit/llvm/module.h"
#include "compiler/emit/llvm/table_module.h"

namespace frix::emit {
namespace {

// Part of the key of cached objects: raise it when the code that is made for a kernel changes.
constexpr int kEmitterVersion = 2;

// See the measurements in jit.cpp.
constexpr std::size_t kMostOperationsWorthOptimising = 20000;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// "+avx2,-avx512f,...", sorted so that it is the same in every process
std::string host_features() {
  std::vector<std::string> features;
  for (const auto& feature : llvm::sys::getHostCPUFeatures())
    features.push_back(fmt::format("{}{}", feature.second ? '+' : '-', feature.first().str()));
  std::sort(features.begin(), features.end());
  return fmt::format("{}", fmt::join(features, ","));
}

void prepare_llvm() {
  static const bool prepared = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  static_cast<void>(prepared);
}

std::unique_ptr<llvm::LLVMTargetMachine> make_target(Processor processor, int level, std::string& error) {
  prepare_llvm();
  const std::string triple = llvm::sys::getProcessTriple();
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (target == nullptr) return nullptr;

  // no contraction of a*b+c, whatever the processor has
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  constexpr llvm::CodeGenOptLevel levels[] = {llvm::CodeGenOptLevel::None, llvm::CodeGenOptLevel::Less,
                                              llvm::CodeGenOptLevel::Default, llvm::CodeGenOptLevel::Default};
  // every target that generates code is an LLVMTargetMachine
  const bool host = processor == Processor::host;
  std::unique_ptr<llvm::LLVMTargetMachine> machine(static_cast<llvm::LLVMTargetMachine*>(
      target->createTargetMachine(triple, host ? llvm::sys::getHostCPUName() : "", host ? host_features() : "", options,
                                  llvm::Reloc::PIC_, llvm::CodeModel::Small, levels[level])));
  if (machine == nullptr) error = fmt::format("LLVM has no code generator for {}", triple);
  return machine;
}

// As LLVMTargetMachine::addPassesToEmitFile, but below level 3 without instruction scheduling, and at level 1 with the
// selector of level 0: both take longer than all else, and the processor reorders straight-line code itself.
bool add_code_generation(llvm::LLVMTargetMachine& target, int level, llvm::legacy::PassManager& passes,
                         llvm::raw_pwrite_stream& stream) {
  auto* module_info = new llvm::MachineModuleInfoWrapperPass(&target);  // the pass manager owns what it is given
  llvm::TargetPassConfig* config = target.createPassConfig(passes);
  config->setDisableVerify(true);
  passes.add(config);
  passes.add(module_info);
  if (level < 3) {
    config->disablePass(&llvm::MachineSchedulerID);
    config->disablePass(&llvm::PostRASchedulerID);
  }
  if (level == 1) target.setOptLevel(llvm::CodeGenOptLevel::None);
  if (config->addISelPasses()) return false;
  if (level == 1) target.setOptLevel(llvm::CodeGenOptLevel::Less);
  config->addMachinePasses();
  config->setInitialized();
  if (target.addAsmPrinter(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile,
                           module_info->getMMI().getContext()))
    return false;
  passes.add(llvm::createFreeMachineFunctionPass());
  return true;
}

}  // namespace

int optimisation_level(int asked, std::size_t operations) {
  if (asked >= 0) return std::min(asked, 3);
  return operations <= kMostOperationsWorthOptimising ? 1 : 0;
}

std::string target_description() {
  return fmt::format("frix-emit-{} llvm-{} {} {} {}", kEmitterVersion, LLVM_VERSION_STRING,
                     llvm::sys::getProcessTriple(), llvm::sys::getHostCPUName().str(), host_features());
}

struct ObjectCompiler::Implementation {
  Processor processor = Processor::host;
  // made when first used
  std::unique_ptr<llvm::LLVMTargetMachine> machines[4];

  llvm::LLVMTargetMachine* machine(int level, std::string& error) {
    if (machines[level] == nullptr) machines[level] = make_target(processor, level, error);
    return machines[level].get();
  }

  std::unique_ptr<llvm::Module> build(llvm::LLVMContext& context, const ir::Kernel& kernel, int level,
                                      ObjectTimes& times, std::string& error);
  bool generate(llvm::Module& module, int level, std::string& object, std::string& error);
};

ObjectCompiler::ObjectCompiler(Processor processor) : implementation_(std::make_unique<Implementation>()) {
  implementation_->processor = processor;
}
ObjectCompiler::~ObjectCompiler() = default;

// The module, verified and optimised; null and `error` when something is wrong.
std::unique_ptr<llvm::Module> ObjectCompiler::Implementation::build(llvm::LLVMContext& context,
                                                                    const ir::Kernel& kernel, int level,
                                                                    ObjectTimes& times, std::string& error) {
  llvm::LLVMTargetMachine* target = machine(level, error);
  if (target == nullptr) return nullptr;
  auto start = std::chrono::steady_clock::now();
  std::unique_ptr<llvm::Module> module = build_module(context, kernel);
  module->setTargetTriple(target->getTargetTriple().str());
  module->setDataLayout(target->createDataLayout());
  llvm::raw_string_ostream message(error);
  if (llvm::verifyModule(*module, &message)) return nullptr;
  times.build_seconds += seconds_since(start);

  // the graph is already simplified: this only tidies addresses and comparisons
  start = std::chrono::steady_clock::now();
  if (level >= 2) {
    llvm::legacy::FunctionPassManager passes(module.get());
    passes.add(llvm::createEarlyCSEPass());
    passes.add(llvm::createInstructionCombiningPass());
    passes.doInitialization();
    for (llvm::Function& function : *module)
      if (!function.isDeclaration()) passes.run(function);
    passes.doFinalization();
  }
  times.optimise_seconds += seconds_since(start);
  return module;
}

bool ObjectCompiler::compile(const ir::Kernel& kernel, int level, std::string& object, std::string& error) {
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module = implementation_->build(context, kernel, level, times_, error);
  if (module == nullptr) return false;

  const auto start = std::chrono::steady_clock::now();
  const bool done = implementation_->generate(*module, level, object, error);
  times_.generate_seconds += seconds_since(start);
  return done;
}

bool ObjectCompiler::Implementation::generate(llvm::Module& module, int level, std::string& object,
                                              std::string& error) {
  llvm::SmallString<0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::legacy::PassManager passes;
  if (!add_code_generation(*machines[level], level, passes, stream)) {
    error = "LLVM cannot make object code here";
    return false;
  }
  passes.run(module);
  object.assign(bytes.begin(), bytes.end());
  return true;
}

bool ObjectCompiler::compile(const std::vector<Table>& tables, std::string& object, std::string& error) {
  constexpr int kLevel = 1;
  llvm::LLVMTargetMachine* target = implementation_->machine(kLevel, error);
  if (target == nullptr) return false;
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module = build_tables(context, tables, target->createDataLayout());
  module->setTargetTriple(target->getTargetTriple().str());
  llvm::raw_string_ostream message(error);
  if (llvm::verifyModule(*module, &message)) return false;
  return implementation_->generate(*module, kLevel, object, error);
}

std::string ObjectCompiler::print(const ir::Kernel& kernel, int level) {
  llvm::LLVMContext context;
  std::string error;
  const std::unique_ptr<llvm::Module> module = implementation_->build(context, kernel, level, times_, error);
  if (module == nullptr) return fmt::format("; {}: {}\n", kernel.name, error);
  std::string text;
  llvm::raw_string_ostream(text) << *module;
  return text;
}

}  // namespace frix::emit
