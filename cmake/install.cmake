# find_package(twoscale) for other projects.
include(CMakePackageConfigHelpers)

install(TARGETS twoscale EXPORT twoscale-targets)
install(DIRECTORY include/twoscale DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT twoscale-targets NAMESPACE twoscale:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/twoscale)
configure_package_config_file(cmake/twoscale-config.cmake.in twoscale-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/twoscale)
write_basic_package_version_file(twoscale-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/twoscale-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/twoscale-config-version.cmake
              cmake/twoscale_prefix.cpp
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/twoscale)
