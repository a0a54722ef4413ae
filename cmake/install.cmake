# What `cmake --install build/release --prefix PREFIX` puts where. From the `release` preset: in
# `dev` the rooms are shared libraries of the build folder. A prefix can be moved afterwards.
#
#   program   bin/isotherm
#   library   lib/libisotherm.so.1
#   headers   include/isotherm, lib/libisotherm.so, pkg-config's and CMake's files, the vectors

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

if(TARGET isotherm)
  install(TARGETS isotherm RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
endif()
install(TARGETS isotherm_library
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT headers)
install(DIRECTORY include/isotherm DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT headers)

file(RELATIVE_PATH ISOTHERM_PC_TO_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/isotherm.pc.in ${CMAKE_BINARY_DIR}/isotherm.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/isotherm.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT headers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/isotherm)
get_target_property(ISOTHERM_LIBRARY_VERSION isotherm_library VERSION)
get_target_property(ISOTHERM_LIBRARY_MAJOR isotherm_library SOVERSION)
configure_package_config_file(cmake/isotherm-config.cmake.in
  ${CMAKE_BINARY_DIR}/isotherm-config.cmake INSTALL_DESTINATION ${package_folder}
  PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/isotherm-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/isotherm-config.cmake
  ${CMAKE_BINARY_DIR}/isotherm-config-version.cmake
  DESTINATION ${package_folder} COMPONENT headers)

install(FILES docs/vectors.json
  DESTINATION ${CMAKE_INSTALL_DATADIR}/isotherm COMPONENT headers)
