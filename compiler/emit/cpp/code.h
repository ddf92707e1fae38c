// A small tree of C++: what the emitter says, before it becomes text. Only what emitted simulators need.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace frix::emit::cpp {

// Expressions share their parts and never change.
struct Expression;
using ExpressionPtr = std::shared_ptr<const Expression>;

struct Expression {
  enum class Kind { atom, negation, inversion, binary, conditional, call };
  Kind kind = Kind::atom;
  std::string text;  // the atom, the operator or the function
  std::vector<ExpressionPtr> operands;
};

ExpressionPtr atom(std::string text);  // a name, a literal, an element: binds tightest
ExpressionPtr literal(double value);   // reads back as the same bits
ExpressionPtr negation(ExpressionPtr a);
ExpressionPtr inversion(ExpressionPtr a);                                      // !a
ExpressionPtr binary(std::string op, ExpressionPtr a, ExpressionPtr b);        // + - * / < <= == != && ||
ExpressionPtr conditional(ExpressionPtr c, ExpressionPtr a, ExpressionPtr b);  // c ? a : b
ExpressionPtr call(std::string function, std::vector<ExpressionPtr> arguments);

struct Comment {
  std::string text;  // several lines are several comment lines
};
struct Define {  // type name = value;
  std::string type, name;
  ExpressionPtr value;
};
struct Assign {  // target = value;
  std::string target;
  ExpressionPtr value;
};
struct Do {  // value;
  ExpressionPtr value;
};
struct Blank {};
struct Loop;
using Statement = std::variant<Comment, Define, Assign, Do, Blank, Loop>;
struct Loop {  // header { body }
  std::string header;
  std::vector<Statement> body;
};

struct Function {
  std::string comment;
  std::string head;  // "static void f(const double* q)"
  std::vector<Statement> body;
};
struct Member {
  std::string type;
  std::vector<std::string> names;
};
struct Struct {
  std::string comment, name;
  std::vector<Member> members;
};
struct Lines {  // what has no structure that anybody needs: the rows of a table
  std::string comment;
  std::vector<std::string> lines;
};
using Item = std::variant<Function, Struct, Lines>;

struct File {
  std::string comment;
  std::vector<std::string> includes;  // with their <> or ""
  std::vector<Item> hidden;           // in an anonymous namespace
  std::vector<Item> items;
};

// The text, at most 110 columns where the names allow it. The same tree gives the same bytes.
std::string print(const File& file);
std::string print(const ExpressionPtr& expression);

}  // namespace frix::emit::cpp
