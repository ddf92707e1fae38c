#include "compiler/emit/llvm/module.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "compiler/emit/llvm/chunks.h"

namespace frix::emit {
namespace {

using ir::NodeId;
using ir::Op;

// Straight-line code for some nodes of a kernel: where it goes and what is known there.
class Body {
 public:
  struct Context {
    llvm::Value* in;  // pointers to the arrays
    llvm::Value* out;
    llvm::Value* instance;  // i64
    llvm::Value* scratch;   // null when the kernel is in one piece
  };

  // `pointers` builds where the arrays' addresses are loaded: before the loop when there is one.
  Body(const ir::Kernel& kernel, const Chunks& chunks, llvm::IRBuilder<>& code, llvm::IRBuilder<>& pointers,
       const Context& context)
      : kernel_(kernel),
        chunks_(chunks),
        code_(code),
        pointers_(pointers),
        context_(context),
        inputs_(kernel.inputs.size(), nullptr),
        outputs_(kernel.outputs.size(), nullptr) {}

  void compute(const std::vector<NodeId>& nodes) {
    here_.insert(nodes.begin(), nodes.end());
    for (const NodeId id : nodes) {
      if (values_.count(id) == 0) values_[id] = emit(id);
      if (chunks_.slot[id] != kNoSlot) code_.CreateAlignedStore(value(id), scratch(id), llvm::Align(8));
      if (const auto early = chunks_.early_stores.find(id); early != chunks_.early_stores.end()) store(early->second);
    }
  }

  void store(const std::vector<ir::Store>& stores) {
    for (const ir::Store& store : stores) {
      const ir::Buffer& buffer = kernel_.outputs[store.buffer];
      llvm::Value* address = element(outputs_[store.buffer], context_.out, store.buffer, buffer, store.index);
      code_.CreateAlignedStore(value(store.node), address, llvm::Align(8));
    }
  }

 private:
  llvm::Type* real() { return code_.getDoubleTy(); }

  llvm::Value* scratch(NodeId id) {
    return code_.CreateConstInBoundsGEP1_64(real(), context_.scratch, chunks_.slot[id]);
  }

  // The address of an element of this instance; `base` remembers where the instance begins.
  llvm::Value* element(llvm::Value*& base, llvm::Value* arrays, unsigned number, const ir::Buffer& buffer,
                       std::uint32_t index) {
    if (base == nullptr) {
      llvm::Value* place = pointers_.CreateConstInBoundsGEP1_64(pointers_.getPtrTy(), arrays, number);
      base = pointers_.CreateAlignedLoad(pointers_.getPtrTy(), place, llvm::Align(8), buffer.name);
      if (!buffer.shared)
        base =
            code_.CreateInBoundsGEP(real(), base, code_.CreateNSWMul(context_.instance, code_.getInt64(buffer.size)));
    }
    return code_.CreateConstInBoundsGEP1_64(real(), base, index);
  }

  // The node as a double. Truth values stay single bits until a number is asked for.
  llvm::Value* value(NodeId id) {
    llvm::Value* known = raw(id);
    if (!known->getType()->isIntegerTy(1)) return known;
    // not a conversion: the fast selector has none for bits and would hand the rest of the block to the slow one
    return code_.CreateSelect(known, llvm::ConstantFP::get(real(), 1.0), llvm::ConstantFP::get(real(), 0.0));
  }

  llvm::Value* truth(NodeId id) {
    llvm::Value* known = raw(id);
    return known->getType()->isIntegerTy(1) ? known : code_.CreateFCmpUNE(known, llvm::ConstantFP::get(real(), 0.0));
  }

  // What this piece has made, can make at once, or finds in a slot that an earlier piece filled.
  llvm::Value* raw(NodeId id) {
    const auto [entry, is_new] = values_.try_emplace(id, nullptr);
    if (!is_new) return entry->second;
    const ir::Node& node = kernel_.graph->node(id);
    llvm::Value* made = nullptr;
    if (node.op == Op::constant || chunks_.slot[id] == kNoSlot)
      made = emit(id);
    else
      made = code_.CreateAlignedLoad(real(), scratch(id), llvm::Align(8));
    return values_[id] = made;
  }

  llvm::CallInst* call(const char* function, llvm::Type* result, llvm::ArrayRef<llvm::Value*> arguments);
  llvm::Value* sine_or_cosine(const ir::Node& node);
  llvm::Value* emit(NodeId id);

  const ir::Kernel& kernel_;
  const Chunks& chunks_;
  llvm::IRBuilder<>& code_;
  llvm::IRBuilder<>& pointers_;
  Context context_;
  std::vector<llvm::Value*> inputs_, outputs_;
  std::unordered_map<NodeId, llvm::Value*> values_;
  std::unordered_set<NodeId> here_;  // the nodes of this piece
  llvm::Value* pair_ = nullptr;      // where sincos writes
};

// A function of the C math library. "nobuiltin": LLVM may not replace it by what it thinks equal (2^x for pow(2, x)),
// since results must have the bits that the library gives everywhere else.
llvm::CallInst* Body::call(const char* function, llvm::Type* result, llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::Module& module = *code_.GetInsertBlock()->getModule();
  llvm::SmallVector<llvm::Type*, 3> types;
  for (const llvm::Value* argument : arguments) types.push_back(argument->getType());
  llvm::FunctionCallee callee = module.getOrInsertFunction(function, llvm::FunctionType::get(result, types, false));
  auto* declaration = llvm::cast<llvm::Function>(callee.getCallee());
  declaration->setDoesNotThrow();
  declaration->setWillReturn();
  if (result->isVoidTy())
    declaration->setOnlyAccessesArgMemory();
  else
    declaration->setDoesNotAccessMemory();
  llvm::CallInst* made = code_.CreateCall(callee, arguments);
  made->addFnAttr(llvm::Attribute::NoBuiltin);
  return made;
}

// Sine and cosine of one angle come from one call of sincos, which gives the bits of the two and takes two thirds of
// their time (glibc 2.36: no difference in 20 million arguments, half of them random bits).
llvm::Value* Body::sine_or_cosine(const ir::Node& node) {
  llvm::Value* angle = value(node.operand[0]);
  const NodeId sine = kernel_.graph->find(Op::sin, node.operand[0], ir::kNoNode);
  const NodeId cosine = kernel_.graph->find(Op::cos, node.operand[0], ir::kNoNode);
  if (here_.count(sine) == 0 || here_.count(cosine) == 0) return call(ir::name(node.op), real(), {angle});
  if (pair_ == nullptr) pair_ = pointers_.CreateAlloca(real(), pointers_.getInt64(2));
  llvm::Value* second = code_.CreateConstInBoundsGEP1_64(real(), pair_, 1);
  call("sincos", code_.getVoidTy(), {angle, pair_, second});
  values_[sine] = code_.CreateAlignedLoad(real(), pair_, llvm::Align(8));
  values_[cosine] = code_.CreateAlignedLoad(real(), second, llvm::Align(8));
  return values_[node.op == Op::sin ? sine : cosine];
}

llvm::Value* Body::emit(NodeId id) {
  const ir::Node& node = kernel_.graph->node(id);
  const auto a = [&] { return value(node.operand[0]); };
  const auto b = [&] { return value(node.operand[1]); };
  const auto c = [&] { return value(node.operand[2]); };
  switch (node.op) {
    case Op::constant:
      return llvm::ConstantFP::get(real(), node.value);
    case Op::input: {
      llvm::Value* address =
          element(inputs_[node.buffer], context_.in, node.buffer, kernel_.inputs[node.buffer], node.index);
      return code_.CreateAlignedLoad(real(), address, llvm::Align(8));
    }
    case Op::negate:
      return code_.CreateFNeg(a());
    case Op::add:
      return code_.CreateFAdd(a(), b());
    case Op::subtract:
      return code_.CreateFSub(a(), b());
    case Op::multiply:
      return code_.CreateFMul(a(), b());
    case Op::divide:
      return code_.CreateFDiv(a(), b());
    case Op::less:
      return code_.CreateFCmpOLT(a(), b());
    case Op::less_equal:
      return code_.CreateFCmpOLE(a(), b());
    case Op::equal:
      return code_.CreateFCmpOEQ(a(), b());
    case Op::logical_not:
      return code_.CreateNot(truth(node.operand[0]));
    case Op::logical_and:
      return code_.CreateAnd(truth(node.operand[0]), truth(node.operand[1]));
    case Op::logical_or:
      return code_.CreateOr(truth(node.operand[0]), truth(node.operand[1]));
    case Op::select:
      return code_.CreateSelect(truth(node.operand[0]), b(), c());
    case Op::sqrt:
      return code_.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, a());
    case Op::abs:
      return code_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, a());
    case Op::min: {
      llvm::Value *x = a(), *y = b();
      return code_.CreateSelect(code_.CreateFCmpOLT(y, x), y, x);
    }
    case Op::max: {
      llvm::Value *x = a(), *y = b();
      return code_.CreateSelect(code_.CreateFCmpOLT(x, y), y, x);
    }
    case Op::floor:
      return code_.CreateUnaryIntrinsic(llvm::Intrinsic::floor, a());
    case Op::atan2:
      return call("atan2", real(), {a(), b()});
    case Op::power:
      return call("pow", real(), {a(), b()});
    case Op::sin:
    case Op::cos:
      return sine_or_cosine(node);
    case Op::tan:
    case Op::asin:
    case Op::acos:
    case Op::atan:
    case Op::sinh:
    case Op::cosh:
    case Op::tanh:
    case Op::exp:
    case Op::log:
      break;
  }
  return call(ir::name(node.op), real(), {a()});  // the graph names these as C does
}

llvm::Function* make_function(llvm::Module& module, const std::string& name, llvm::GlobalValue::LinkageTypes linkage,
                              llvm::ArrayRef<llvm::Type*> types) {
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()), types, false);
  llvm::Function* function = llvm::Function::Create(type, linkage, name, module);
  function->setDoesNotThrow();
  return function;
}

// One piece as a function (in, out, instance, scratch).
template <typename Emit>
llvm::Function* make_chunk(llvm::Module& module, const ir::Kernel& kernel, const Chunks& chunks, std::size_t number,
                           const Emit& emit) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* pointer = llvm::PointerType::getUnqual(context);
  llvm::Function* function =
      make_function(module, kernel.name + "." + std::to_string(number), llvm::GlobalValue::InternalLinkage,
                    {pointer, pointer, llvm::Type::getInt64Ty(context), pointer});
  function->addFnAttr(llvm::Attribute::NoInline);
  function->addParamAttr(3, llvm::Attribute::NoAlias);
  llvm::IRBuilder<> code(llvm::BasicBlock::Create(context, "entry", function));
  Body body(kernel, chunks, code, code,
            {function->getArg(0), function->getArg(1), function->getArg(2), function->getArg(3)});
  emit(body);
  code.CreateRetVoid();
  return function;
}

}  // namespace

std::unique_ptr<llvm::Module> build_module(llvm::LLVMContext& context, const ir::Kernel& kernel) {
  auto module = std::make_unique<llvm::Module>(kernel.name, context);
  const Chunks chunks = cut(kernel, kOperationsPerFunction);
  llvm::Type* pointer = llvm::PointerType::getUnqual(context);
  llvm::Type* integer = llvm::Type::getInt64Ty(context);

  // void name(const double* const* in, double* const* out, int64_t begin, int64_t end)
  llvm::Function* function =
      make_function(*module, kernel.name, llvm::GlobalValue::ExternalLinkage, {pointer, pointer, integer, integer});
  llvm::Value *in = function->getArg(0), *out = function->getArg(1);
  llvm::Value *begin = function->getArg(2), *end = function->getArg(3);
  auto* entry = llvm::BasicBlock::Create(context, "entry", function);
  auto* loop = llvm::BasicBlock::Create(context, "loop", function);
  auto* exit = llvm::BasicBlock::Create(context, "exit", function);
  llvm::IRBuilder<> before(entry), code(loop);
  llvm::PHINode* instance = code.CreatePHI(integer, 2, "instance");

  // the body: here, or calls of its pieces
  if (chunks.is_single) {
    Body body(kernel, chunks, code, before, {in, out, instance, nullptr});
    body.compute(chunks.operations.front());
    for (const std::vector<ir::Store>& stores : chunks.late_stores) body.store(stores);
  } else {
    llvm::Value* scratch = before.CreateAlloca(before.getDoubleTy(), before.getInt64(std::max(chunks.slots, 1u)));
    std::size_t number = 0;
    const auto call_chunk = [&](const auto& emit) {
      code.CreateCall(make_chunk(*module, kernel, chunks, number++, emit), {in, out, instance, scratch});
    };
    for (const std::vector<NodeId>& nodes : chunks.operations)
      call_chunk([&nodes](Body& body) { body.compute(nodes); });
    for (const std::vector<ir::Store>& stores : chunks.late_stores)
      call_chunk([&stores](Body& body) { body.store(stores); });
  }

  // for (instance = begin; instance < end; ++instance)
  llvm::Value* next = code.CreateNSWAdd(instance, code.getInt64(1));
  code.CreateCondBr(code.CreateICmpSLT(next, end), loop, exit);
  before.CreateCondBr(before.CreateICmpSLT(begin, end), loop, exit);
  instance->addIncoming(begin, entry);
  instance->addIncoming(next, code.GetInsertBlock());
  llvm::IRBuilder<>(exit).CreateRetVoid();
  return module;
}

}  // namespace frix::emit
