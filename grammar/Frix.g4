// The grammar of Frix. LANGUAGE.md is the reference; this file decides.
//
// Every decision is made by the next token alone (LL(1)): the generated parser never predicts, so it is fast and its
// errors stand where they were made. Three things are left out to keep it so, and are done beside it:
//   - a unit after a number or a list arrives as one UNIT token (the token list is prepared before parsing, because where
//     a unit ends is told by spaces);
//   - an expression is a chain of operands; precedence is applied when the tree is built;
//   - a keyword before `=` in a block, behind `output`, or after a dot arrives as a NAME: `surface = table;`, `robot.frame`.
grammar Frix;

// ---- files and declarations ----------------------------------------------------------------------------------------

file : items+=fileItem* EOF ;
fileItem : asModel=model | asDeclaration=declaration ;
model : 'model' name=NAME doc=STRING? '{' declarations+=declaration* '}' ;

declaration
  : asValue=valueDecl
  | asFunction=functionDecl
  | asUnit=unitDecl
  | asGravity=gravityDecl
  | asSurface=surfaceDecl
  | asShape=shapeDecl
  | asFrame=frameDecl
  | asBody=bodyDecl
  | asJoint=jointDecl
  | asLoad=loadDecl
  | asSpring=springDecl
  | asMotor=motorDecl
  | asContact=contactDecl
  | asInitial=initialDecl
  | asSimulate=simulateDecl
  ;

valueDecl : kind=('const' | 'param' | 'tunable' | 'input' | 'let' | 'output') name=NAME '=' value=expr ';' ;
functionDecl : 'function' name=NAME '(' (parameters+=parameter (',' parameters+=parameter)*)? ')' '=' value=expr ';' ;
parameter : name=NAME (':' unit=UNIT)? ('=' fallback=expr)? ;
unitDecl : 'unit' name=NAME '=' value=expr ';' ;
gravityDecl : 'gravity' '=' value=expr ';' ;
surfaceDecl : 'surface' name=NAME properties=block ;
shapeDecl : 'shape' name=NAME ':' kind=call ('on' body=path)? ('at' pose=expr)? (properties=block | ';') ;
frameDecl : 'frame' name=NAME ('on' body=path)? ('at' pose=expr)? ';' ;
bodyDecl : 'body' name=declaredName '{' items+=bodyItem* '}' ;
bodyItem : asProperty=property | asShape=shapeDecl | asFrame=frameDecl ;
jointDecl : 'joint' name=declaredName ':' kind=call 'from' from=mount 'to' to=mount (properties=block | ';') ;
loadDecl : kind=('force' | 'torque') name=NAME 'on' on=mount '=' value=expr ('in' frame=path)? ';' ;
springDecl : 'spring' name=NAME 'from' from=mount 'to' to=mount (properties=block | ';') ;
motorDecl : 'motor' name=NAME 'on' joint=path properties=block ;
contactDecl : no='no'? 'contact' first=path 'with' second=path (properties=block | ';') ;
initialDecl : 'initial' '{' assignments+=assignment* '}' ;
simulateDecl : 'simulate' name=NAME? properties=block ;

declaredName : name=NAME ('[' index=NAME ':' count=expr ']')? ;
mount : body=path ('at' pose=expr)? ;
block : '{' properties+=property* '}' ;
property : name=NAME '=' value=expr ';' ;
assignment : target=path '=' value=expr ';' ;

// ---- expressions ---------------------------------------------------------------------------------------------------

expression : value=expr EOF ;

expr
  : 'if' condition=expr 'then' yes=expr 'else' no=expr
  | operands+=operand (operators+=('^' | '*' | '/' | '+' | '-' | '<' | '<=' | '>' | '>=' | '==' | '!=' | 'and' | 'or')
    operands+=operand)*
  ;
operand : prefixes+=('-' | 'not')* base=primary suffixes+=suffix* ;
primary
  : number=NUMBER unit=UNIT?
  | string=STRING
  | boolean=('true' | 'false')
  | name=NAME args=arguments?
  | vector=list unit=UNIT?
  | '(' group=expr ')'
  ;
suffix : '.' member=NAME | '[' index=expr ']' ;
list : '[' (elements+=expr (',' elements+=expr)*)? ']' ;
call : callee=NAME args=arguments? ;
arguments : '(' (items+=argument (',' items+=argument)*)? ')' ;
argument : left=expr ('=' right=expr)? ;  // `mu = 0.3` is named: the left side is one word then
path : head=NAME suffixes+=suffix* ;

// ---- tokens --------------------------------------------------------------------------------------------------------

MODEL : 'model' ;
CONST : 'const' ;
PARAM : 'param' ;
TUNABLE : 'tunable' ;
INPUT : 'input' ;
LET : 'let' ;
OUTPUT : 'output' ;
FUNCTION : 'function' ;
UNIT_KEYWORD : 'unit' ;
GRAVITY : 'gravity' ;
SURFACE : 'surface' ;
SHAPE : 'shape' ;
FRAME : 'frame' ;
BODY : 'body' ;
JOINT : 'joint' ;
FORCE : 'force' ;
TORQUE : 'torque' ;
SPRING : 'spring' ;
MOTOR : 'motor' ;
NO : 'no' ;
CONTACT : 'contact' ;
INITIAL : 'initial' ;
SIMULATE : 'simulate' ;
ON : 'on' ;
AT : 'at' ;
FROM : 'from' ;
TO : 'to' ;
WITH : 'with' ;
IN : 'in' ;
IF : 'if' ;
THEN : 'then' ;
ELSE : 'else' ;
AND : 'and' ;
OR : 'or' ;
NOT : 'not' ;
TRUE : 'true' ;
FALSE : 'false' ;
// words that begin declarations of the language which this version does not have
RESERVED : 'import' | 'law' | 'part' | 'for' | 'loop' | 'couple' | 'when' | 'controller' | 'state' ;

BRACE_OPEN : '{' ;
BRACE_CLOSE : '}' ;
PAREN_OPEN : '(' ;
PAREN_CLOSE : ')' ;
BRACKET_OPEN : '[' ;
BRACKET_CLOSE : ']' ;
SEMICOLON : ';' ;
COLON : ':' ;
COMMA : ',' ;
DOT : '.' ;
ASSIGN : '=' ;
POWER : '^' ;
TIMES : '*' ;
OVER : '/' ;
PLUS : '+' ;
MINUS : '-' ;
LESS : '<' ;
LESS_EQUAL : '<=' ;
GREATER : '>' ;
GREATER_EQUAL : '>=' ;
EQUAL : '==' ;
NOT_EQUAL : '!=' ;

NAME : [_\p{L}] [_\p{L}\p{M}\p{Nd}]* ;
NUMBER : ([0-9]+ ('.' [0-9]+)? | '.' [0-9]+) ([eE] [+-]? [0-9]+)? ;
STRING : '"' (~["\\\r\n] | '\\' ~[\r\n])* '"' ;
LINE_COMMENT : '//' ~[\r\n]* -> skip ;
COMMENT : '/*' .*? '*/' -> skip ;
SPACE : [ \t\r\n]+ -> skip ;

// What cannot be a token: the preparation reports these and takes them out.
OPEN_STRING : '"' (~["\\\r\n] | '\\' ~[\r\n])* '\\'? ;
OPEN_COMMENT : '/*' (~'*' | '*'+ ~[*/])* '*'* ;
STRAY : . ;

// Never matched: the preparation joins the tokens of a unit expression to one of these.
UNIT : '\uFFFF' ;
