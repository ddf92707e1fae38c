# The runtime's sources as text inside the compiler: what `frix emit cpp` copies.
file(GLOB_RECURSE runtime_files RELATIVE ${CMAKE_SOURCE_DIR} CONFIGURE_DEPENDS
  ${CMAKE_SOURCE_DIR}/runtime/*.h ${CMAKE_SOURCE_DIR}/runtime/*.cpp)
list(SORT runtime_files)
list(TRANSFORM runtime_files PREPEND ${CMAKE_SOURCE_DIR}/ OUTPUT_VARIABLE runtime_paths)
set(embedded ${CMAKE_BINARY_DIR}/generated/runtime_sources.cpp)
set(script ${CMAKE_CURRENT_LIST_DIR}/emit/cpp/embed.cmake)
add_custom_command(
  OUTPUT ${embedded}
  COMMAND ${CMAKE_COMMAND} -DOUTPUT=${embedded} -DROOT=${CMAKE_SOURCE_DIR} "-DFILES=${runtime_files}" -P ${script}
  DEPENDS ${runtime_paths} ${script} COMMENT "Putting the runtime's sources into the compiler" VERBATIM)
target_sources(frix_compiler_emit_cpp PRIVATE ${embedded})
