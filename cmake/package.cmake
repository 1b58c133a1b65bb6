# cpack -G DEB leaves libraries to Debian's own packages; cpack -G TGZ brings all but the C library's beside the program.
include(GNUInstallDirs)
install(TARGETS ${programs} RUNTIME_DEPENDENCY_SET libraries RUNTIME COMPONENT program)
install(FILES LICENSE README.md README.ja.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
# MPI stays the machine's: mpirun and its library go together.
install(RUNTIME_DEPENDENCY_SET libraries
  PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|pthread)\\.so" "^libmpi" "^libopen-"
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/hakaru COMPONENT libraries)
set_target_properties(${programs} PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}/hakaru")
# Not RUNPATH: the libraries that are brought along find each other by it too.
foreach(program IN LISTS programs)
  target_link_options(${program} PRIVATE -Wl,--disable-new-dtags)
endforeach()

set(CPACK_PACKAGE_VENDOR "hakaru")
set(CPACK_PACKAGE_CONTACT "the hakaru developers <hakaru@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Plans training and serving of neural networks on rented accelerators")
set(CPACK_PACKAGE_INSTALL_DIRECTORY hakaru)
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_ARCHIVE_COMPONENT_INSTALL OFF)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME hakaru)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS openmpi-bin)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_FILE_NAME DEB-DEFAULT)
include(CPack)
