# embed_data(target folder): every file under folder becomes part of the target, readable by hakaru::embedded_files()
# (src/hakaru/core/embedded.h) under its path relative to folder.
set(embed_script ${CMAKE_CURRENT_LIST_DIR}/embed_script.cmake)

function(embed_data target folder)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${folder}/*.toml ${folder}/*.csv ${folder}/texts/*.txt ${folder}/launch/*.py)
  set(output ${CMAKE_BINARY_DIR}/embedded_data.cpp)
  set(list ${CMAKE_BINARY_DIR}/embedded_files.txt)
  list(JOIN files "\n" joined)
  file(CONFIGURE OUTPUT ${list} CONTENT "${joined}")
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${folder} -DLIST=${list} -DOUTPUT=${output} -P ${embed_script}
    DEPENDS ${files} ${list} ${embed_script} VERBATIM)
  target_sources(${target} PRIVATE ${output})
  # Texts are longer than the least that a compiler must take.
  set_source_files_properties(${output} PROPERTIES SKIP_PRECOMPILE_HEADERS ON COMPILE_OPTIONS -Wno-overlength-strings)
endfunction()
