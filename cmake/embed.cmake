# generate_from_files(target folder files script name scripts…): target gets the source NAME.cpp that `script` writes of these
# files, by more scripts.
function(generate_from_files target folder files script name)
  set(output ${CMAKE_BINARY_DIR}/${name}.cpp)
  set(list ${CMAKE_BINARY_DIR}/${name}_files.txt)
  list(JOIN files "\n" joined)
  file(CONFIGURE OUTPUT ${list} CONTENT "${joined}")
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${folder} -DLIST=${list} -DOUTPUT=${output} -DLEAN=${EMSCRIPTEN} -P ${script}
    DEPENDS ${files} ${list} ${script} ${ARGN} VERBATIM)
  target_sources(${target} PRIVATE ${output})
  set_source_files_properties(${output} PROPERTIES SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# embed_data(target folder): every file under folder becomes part of the target, readable by hakaru::embedded_files()
# (src/hakaru/core/embedded.h) under its path relative to folder. A page rehearses
# nothing and goes without the texts to learn; its TOML is JSON by then (toml_as_json.py).
set(embed_script ${CMAKE_CURRENT_LIST_DIR}/embed_script.cmake)
set(toml_script ${CMAKE_CURRENT_LIST_DIR}/toml_as_json.py)

function(embed_data target folder)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${folder}/*.toml ${folder}/*.csv ${folder}/launch/*.py ${folder}/launch/platforms/*)
  if(NOT EMSCRIPTEN)
    file(GLOB texts CONFIGURE_DEPENDS ${folder}/texts/*.txt)
    list(APPEND files ${texts})
  endif()
  generate_from_files(${target} ${folder} "${files}" ${embed_script} embedded_data ${toml_script})
  # Texts are longer than the least that a compiler must take.
  set_source_files_properties(${CMAKE_BINARY_DIR}/embedded_data.cpp PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
endfunction()

# take_page_in(target folder): the files under folder become part of the target, readable by hakaru::api::built_in_page()
# (src/api/http/page_files.h). Without a folder there are none.
set(page_script ${CMAKE_CURRENT_LIST_DIR}/page_script.cmake)

function(take_page_in target folder)
  set(files "")
  if(folder)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS ${folder}/*)
    if(NOT files)
      message(FATAL_ERROR "HAKARU_PAGE: ${folder} is empty; scripts/page builds it")
    endif()
  endif()
  generate_from_files(${target} "${folder}" "${files}" ${page_script} built_in_page)
  set_source_files_properties(${CMAKE_BINARY_DIR}/built_in_page.cpp PROPERTIES
    INCLUDE_DIRECTORIES ${CMAKE_SOURCE_DIR}/src/api/http)
endfunction()
