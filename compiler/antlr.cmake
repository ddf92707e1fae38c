# The parser that ANTLR generates from grammar/Frix.g4. Debian's own antlr4_generate() finds no jar, so we call the tool.
set(grammar ${CMAKE_SOURCE_DIR}/grammar/Frix.g4)
set(generated ${CMAKE_BINARY_DIR}/generated/grammar)
set(parser_sources)
foreach(part Lexer Parser)
  list(APPEND parser_sources ${generated}/Frix${part}.cpp)
endforeach()
add_custom_command(
  OUTPUT ${parser_sources}
  COMMAND ${ANTLR4} -Dlanguage=Cpp -no-visitor -no-listener -package frix::grammar -Xexact-output-dir -o ${generated} ${grammar}
  DEPENDS ${grammar} COMMENT "Generating the parser" VERBATIM)
add_library(frix_parser STATIC ${parser_sources})
# The generated lexer has u8"" strings, which C++20 types as char8_t; the code is not ours, so no warnings.
target_compile_options(frix_parser PRIVATE -w -fno-char8_t)
target_include_directories(frix_parser SYSTEM PUBLIC ${CMAKE_BINARY_DIR}/generated ${generated} ${ANTLR4_INCLUDE_DIR})
target_link_libraries(frix_parser PUBLIC antlr4_static)
get_target_property(kind frix_compiler_syntax TYPE)
if(NOT kind STREQUAL INTERFACE_LIBRARY)
  target_link_libraries(frix_compiler_syntax PRIVATE frix_parser)
endif()
