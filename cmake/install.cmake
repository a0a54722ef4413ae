# What `cmake --install build/release` puts where. From the `release` preset: in `dev` the rooms are
# shared libraries of the build folder.

include(GNUInstallDirs)
if(TARGET isotherm)
  install(TARGETS isotherm RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
endif()
install(TARGETS isotherm_library
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT headers)
install(DIRECTORY include/isotherm DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT headers)
configure_file(cmake/isotherm.pc.in ${CMAKE_BINARY_DIR}/isotherm.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/isotherm.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT headers)
install(FILES docs/vectors.json
  DESTINATION ${CMAKE_INSTALL_DATADIR}/isotherm COMPONENT headers)
