#include "compiler/driver/compilation.h"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include "compiler/sema/elaborate.h"
#include "compiler/syntax/parser.h"

namespace frix::driver {

namespace {

// A violated invariant is a defect of the compiler, not of the model: it is never silent and never a diagnostic.
void require(const std::vector<std::string>& violations, const char* what) {
  if (!violations.empty()) throw std::logic_error(fmt::format("defect in the {}: {}", what, violations.front()));
}

class Stopwatch {
 public:
  Stopwatch(std::vector<PassTime>& passes, const char* name)
      : passes_(passes), name_(name), start_(std::chrono::steady_clock::now()) {}
  ~Stopwatch() {
    passes_.push_back({name_, std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count()});
  }

 private:
  std::vector<PassTime>& passes_;
  const char* name_;
  std::chrono::steady_clock::time_point start_;
};

// Values from outside are expressions of the language in a source file of their own, so that their errors have a place.
std::vector<sema::Override> parse_settings(const std::vector<std::pair<std::string, std::string>>& settings,
                                           const char* prefix, Sources& sources, Diagnostics& diagnostics) {
  std::vector<sema::Override> overrides;
  for (const auto& [name, text] : settings) {
    const FileId file = sources.add(fmt::format("{}{}", prefix, name), text);
    syntax::ExprPtr value = syntax::parse_expression(sources, file, diagnostics);
    const Span span{file, 0, static_cast<std::uint32_t>(text.size())};
    if (value) overrides.push_back({name, std::move(value), span});
  }
  return overrides;
}

// The simulate block that will run: the one of that name, else the first, else a new one.
syntax::SimulateDecl& simulate_block(syntax::ModelDecl& model, const std::string& name) {
  for (syntax::Declaration& declaration : model.declarations) {
    auto* simulate = std::get_if<syntax::SimulateDecl>(&declaration.node);
    if (simulate != nullptr && (name.empty() || (simulate->name && simulate->name->text == name))) return *simulate;
  }
  model.declarations.push_back({model.span, syntax::SimulateDecl{}});
  return std::get<syntax::SimulateDecl>(model.declarations.back().node);
}

// `--step 3ms` takes the place of the property `step` of that block, and is checked like it.
void apply_simulate_settings(syntax::File& file, const CompileOptions& options, std::vector<sema::Override> settings) {
  if (settings.empty() || file.models.empty()) return;
  syntax::ModelDecl* model = &file.models.back();
  for (syntax::ModelDecl& candidate : file.models) {
    if (candidate.name.text == options.model) model = &candidate;
  }
  syntax::SimulateDecl& block = simulate_block(*model, options.simulate);
  for (sema::Override& setting : settings) {
    std::erase_if(block.properties,
                  [&](const syntax::Property& property) { return property.name.text == setting.name; });
    block.properties.push_back({{setting.name, setting.span}, std::move(setting.value), setting.span});
  }
}

}  // namespace

std::optional<std::string> Compilation::read() {
  if (options_.text) return options_.text;
  std::FILE* file = options_.path == "-" ? stdin : std::fopen(options_.path.c_str(), "rb");
  std::string text;
  if (file != nullptr) {
    char block[1 << 16];
    while (const std::size_t n = std::fread(block, 1, sizeof block, file)) text.append(block, n);
    const bool failed = std::ferror(file) != 0;
    if (file != stdin) std::fclose(file);
    if (!failed) return text;
  }
  diagnostics_.report(Code::cannot_read_file, {},
                      fmt::format("cannot read {}: {}", options_.path, std::strerror(errno)));
  return std::nullopt;
}

bool Compilation::parse() {
  if (ast_) return !diagnostics_.has_errors();
  const std::optional<std::string> text = read();
  if (!text) return false;
  const Stopwatch watch(passes_, "parse");
  const FileId file = sources_.add(options_.path == "-" ? "<stdin>" : options_.path, *text);
  ast_ = syntax::parse(sources_, file, diagnostics_);
  return !diagnostics_.has_errors();
}

bool Compilation::elaborate() {
  if (how_ != nullptr) return true;
  if (!parse()) return false;
  const Stopwatch watch(passes_, "elaborate");
  const auto overrides = parse_settings(options_.settings, "--set ", sources_, diagnostics_);
  auto simulate = parse_settings(options_.simulate_settings, "--", sources_, diagnostics_);
  if (diagnostics_.has_errors()) return false;
  apply_simulate_settings(*ast_, options_, std::move(simulate));
  mechanism_ = sema::elaborate(*ast_, options_.model, overrides, diagnostics_);
  if (diagnostics_.has_errors() || !mechanism_) return false;
  require(mechanism::verify(*mechanism_), "mechanism");
  return find_simulate_block();
}

// The block that was asked for, else the first, else the defaults.
bool Compilation::find_simulate_block() {
  static const mechanism::Simulate fallback;
  for (const mechanism::Simulate& simulate : mechanism_->simulations) {
    if (how_ == nullptr && (options_.simulate.empty() || simulate.name == options_.simulate)) how_ = &simulate;
  }
  if (how_ == nullptr && options_.simulate.empty()) how_ = &fallback;
  if (how_ == nullptr)
    diagnostics_.report(Code::unknown_name, mechanism_->span,
                        fmt::format("model {} has no simulate block named {}", mechanism_->name, options_.simulate));
  return how_ != nullptr;
}

bool Compilation::lower() {
  if (lowered_) return true;
  if (!elaborate()) return false;
  const Stopwatch watch(passes_, "lower");
  lowered_.emplace(*mechanism_, sources_, *how_);
  for (const ir::Kernel& kernel : lowered_->kernels()) require(ir::verify(kernel), kernel.name.c_str());
  return true;
}

bool Compilation::compile() {
  if (model_ != nullptr) return true;
  if (!lower()) return false;
  const Stopwatch watch(passes_, "compile");
  jit_ = std::make_unique<emit::Jit>(lowered_->kernels(), options_.jit);
  if (!jit_->error().empty()) throw std::runtime_error(jit_->error());
  model_ = &lowered_->bind([this](const std::string& name) { return jit_->find(name); });
  return true;
}

double Compilation::seconds() const {
  double sum = 0;
  for (const PassTime& pass : passes_) sum += pass.seconds;
  return sum;
}

}  // namespace frix::driver
