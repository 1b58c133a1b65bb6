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
  set(output ${CMAKE_BINARY_DIR}/built_in_page.cpp)
  set(list ${CMAKE_BINARY_DIR}/built_in_page.txt)
  list(JOIN files "\n" joined)
  file(CONFIGURE OUTPUT ${list} CONTENT "${joined}")
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${folder} -DLIST=${list} -DOUTPUT=${output} -P ${page_script}
    DEPENDS ${files} ${list} ${page_script} VERBATIM)
  target_sources(${target} PRIVATE ${output})
  set_source_files_properties(${output} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON
    INCLUDE_DIRECTORIES ${CMAKE_SOURCE_DIR}/src/api/http)
endfunction()
