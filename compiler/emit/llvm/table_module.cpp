#include "compiler/emit/llvm/table_module.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <map>
#include <string>

namespace frix::emit {
namespace {

class TableModule {
 public:
  explicit TableModule(llvm::Module& module) : module_(module), context_(module.getContext()) {}

  llvm::GlobalVariable* add(const Table& table) {
    std::vector<llvm::Constant*> rows;
    for (const std::vector<Cell>& cells : table.rows) {
      std::vector<llvm::Constant*> members;
      for (const Cell& cell : cells) members.push_back(constant(cell));
      // a struct's members have their natural places, as in C
      rows.push_back(table.columns.empty() ? members.front() : llvm::ConstantStruct::getAnon(context_, members));
    }
    auto* data = llvm::ConstantArray::get(llvm::ArrayType::get(rows.front()->getType(), rows.size()), rows);
    return addresses_[table.name] = global(data, table.name);
  }

 private:
  llvm::GlobalVariable* global(llvm::Constant* data, const std::string& name) {
    return new llvm::GlobalVariable(module_, data->getType(), true, llvm::GlobalValue::InternalLinkage, data, name);
  }

  llvm::Constant* null() { return llvm::ConstantPointerNull::get(llvm::PointerType::getUnqual(context_)); }

  llvm::Constant* text(const std::string& value) {
    llvm::Constant*& known = texts_[value];
    if (known == nullptr) known = global(llvm::ConstantDataArray::getString(context_, value), "text");
    return known;
  }

  llvm::Constant* kernel(const std::string& name) {
    llvm::Type* pointer = llvm::PointerType::getUnqual(context_);
    llvm::Type* integer = llvm::Type::getInt64Ty(context_);
    auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context_), {pointer, pointer, integer, integer}, false);
    return llvm::cast<llvm::Constant>(module_.getOrInsertFunction(name, type).getCallee());
  }

  llvm::Constant* operator()(std::int32_t value) {
    return llvm::ConstantInt::getSigned(llvm::Type::getInt32Ty(context_), value);
  }
  llvm::Constant* operator()(std::uint8_t value) {
    return llvm::ConstantInt::get(llvm::Type::getInt8Ty(context_), value);
  }
  llvm::Constant* operator()(double value) { return llvm::ConstantFP::get(llvm::Type::getDoubleTy(context_), value); }
  llvm::Constant* operator()(const std::vector<double>& values) {
    return llvm::ConstantDataArray::get(context_, values);
  }
  llvm::Constant* operator()(const Constant& constant) { return (*this)(constant.value); }
  llvm::Constant* operator()(const Text& value) { return text(value.value); }
  llvm::Constant* operator()(const Array& array) { return array.table.empty() ? null() : addresses_.at(array.table); }
  llvm::Constant* operator()(const KernelAddress& address) {
    return address.kernel.empty() ? null() : kernel(address.kernel);
  }
  llvm::Constant* constant(const Cell& cell) {
    return std::visit([this](const auto& value) { return (*this)(value); }, cell);
  }

  llvm::Module& module_;
  llvm::LLVMContext& context_;
  std::map<std::string, llvm::Constant*> texts_;
  std::map<std::string, llvm::GlobalVariable*> addresses_;
};

}  // namespace

std::unique_ptr<llvm::Module> build_tables(llvm::LLVMContext& context, const std::vector<Table>& tables,
                                           const llvm::DataLayout& layout) {
  auto module = std::make_unique<llvm::Module>("tables", context);
  module->setDataLayout(layout);
  TableModule data(*module);
  llvm::GlobalVariable* last = nullptr;
  for (const Table& table : tables) last = data.add(table);

  auto* type = llvm::FunctionType::get(llvm::PointerType::getUnqual(context), false);
  auto* function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, "frix_model_table", *module);
  llvm::IRBuilder<>(llvm::BasicBlock::Create(context, "entry", function)).CreateRet(last);
  return module;
}

}  // namespace frix::emit
