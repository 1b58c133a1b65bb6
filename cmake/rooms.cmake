# build_by_room(target sources…): the files of a folder are compiled twenty at a time, since reading headers takes
# three quarters of a file's time. So no name may stand twice in a folder, not even where only its file sees it.
function(build_by_room target)
  list(SORT ARGN)
  foreach(source IN LISTS ARGN)
    get_filename_component(room ${source} DIRECTORY)
    file(RELATIVE_PATH name ${CMAKE_SOURCE_DIR} ${room})
    string(MAKE_C_IDENTIFIER "${name}" room)
    if(NOT DEFINED at_${room}) # files of a folder within it stand between its own
      set(at_${room} 0)
    endif()
    math(EXPR batch "${at_${room}} / 20")
    math(EXPR at_${room} "${at_${room}} + 1")
    set(group "${room}_${batch}")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${HAKARU_BY_ROOM} UNITY_BUILD_MODE GROUP)
endfunction()

# Headers are not precompiled in a build by file (HAKARU_BY_ROOM off), which finds files that lack an include, nor with a
# compiler launcher: ccache takes precompiled headers of an older build for the new.
set(HAKARU_PRECOMPILES OFF)
if(HAKARU_BY_ROOM AND NOT EMSCRIPTEN AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(HAKARU_PRECOMPILES ON)
endif()

# precompile_headers(target): the headers that most units read, compiled once: a quarter of the build's time.
function(precompile_headers target)
  if(HAKARU_PRECOMPILES)
    target_precompile_headers(${target} PRIVATE <algorithm> <array> <cmath> <functional> <map> <optional> <set> <string>
      <vector> <fmt/format.h> <nlohmann/json.hpp> ${CMAKE_SOURCE_DIR}/src/hakaru/core/data_files.h
      ${CMAKE_SOURCE_DIR}/src/hakaru/core/fields.h ${CMAKE_SOURCE_DIR}/src/hakaru/core/quantities.h
      ${CMAKE_SOURCE_DIR}/src/hakaru/planning/plan/plan.h)
  endif()
endfunction()

# share_precompiled_headers(target): the same headers for a target that is compiled with the same options as hakaru.
function(share_precompiled_headers target)
  if(HAKARU_PRECOMPILES AND NOT HAKARU_FUZZ)
    target_precompile_headers(${target} REUSE_FROM hakaru)
  endif()
endfunction()
