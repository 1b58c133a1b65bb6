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
