# room(NAME gateway [PATH gateway] DEPS store schema [LIBS fmt::fmt] [PCH store/store.h])
#
# One room of the house: a library of every .cc in src/<path> (not below it), its *_test.cc as one
# test program, and the rooms it may use. What is not in DEPS cannot be used: in the `dev` preset
# rooms are shared libraries linked with --no-undefined, and `tests/tidy/arrows.py` reads every
# #include when the build runs.

set_property(GLOBAL PROPERTY ISOTHERM_ROOMS "")

# The outside headers that most files read, compiled once: a third to a half of a file's build time.
# Rooms share one, test programs (which also read GoogleTest) the other; a room that names headers
# of its own (PCH), since most of its files read them, has both for itself.
set(isotherm_pch_headers
  <algorithm> <array> <atomic> <chrono> <cstdint> <functional> <map> <memory> <mutex> <optional>
  <set> <span> <string> <string_view> <utility> <variant> <vector>
  <boost/asio/awaitable.hpp> <boost/container/flat_map.hpp>)
set(isotherm_test_pch_headers
  <algorithm> <array> <chrono> <cstdint> <functional> <map> <memory> <optional> <random> <set>
  <string> <string_view> <variant> <vector>
  <boost/asio/co_spawn.hpp> <boost/asio/io_context.hpp> <boost/container/flat_map.hpp>
  <gmock/gmock.h> <gtest/gtest.h>)
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/pch/none.cc CONTENT "")
add_library(isotherm_pch OBJECT ${CMAKE_BINARY_DIR}/pch/none.cc)
target_precompile_headers(isotherm_pch PRIVATE ${isotherm_pch_headers})
add_library(isotherm_test_pch OBJECT ${CMAKE_BINARY_DIR}/pch/none.cc)
target_precompile_headers(isotherm_test_pch PRIVATE ${isotherm_test_pch_headers})
target_link_libraries(isotherm_pch PRIVATE Boost::headers Threads::Threads)
target_link_libraries(isotherm_test_pch PRIVATE Boost::headers Threads::Threads GTest::gmock)

# Precompiled headers of a target: of its own with `more`, else those of `shared`.
function(precompile target shared more)
  if(NOT more)
    target_precompile_headers(${target} REUSE_FROM ${shared})
    return()
  endif()
  list(TRANSFORM more PREPEND ${CMAKE_SOURCE_DIR}/src/ REGEX "^[^<]")
  target_precompile_headers(${target} PRIVATE ${${shared}_headers} ${more})
endfunction()

function(room)
  cmake_parse_arguments(R "" "NAME;PATH" "DEPS;LIBS;TEST_LIBS;PCH" ${ARGN})
  if(NOT R_PATH)
    set(R_PATH ${R_NAME})
  endif()
  set(dir ${CMAKE_SOURCE_DIR}/src/${R_PATH})
  file(GLOB sources CONFIGURE_DEPENDS ${dir}/*.cc)
  file(GLOB headers CONFIGURE_DEPENDS ${dir}/*.h)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")

  set(target isotherm_${R_NAME})
  if(sources)
    add_library(${target} ${sources})
    precompile(${target} isotherm_pch "${R_PCH}")
    set(scope PUBLIC)
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(${target} ${scope} ${CMAKE_SOURCE_DIR}/src)
  target_sources(${target} ${scope} FILE_SET HEADERS BASE_DIRS ${CMAKE_SOURCE_DIR}/src FILES ${headers})
  set_target_properties(${target} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
  foreach(dep ${R_DEPS})
    if(NOT TARGET isotherm_${dep})
      message(FATAL_ERROR "room ${R_NAME} uses ${dep}, which is not below it")
    endif()
    target_link_libraries(${target} ${scope} isotherm_${dep})
  endforeach()
  target_link_libraries(${target} ${scope} ${R_LIBS})

  if(tests)
    add_executable(${R_NAME}_test ${tests})
    precompile(${R_NAME}_test isotherm_test_pch "${R_PCH}")
    target_link_libraries(${R_NAME}_test PRIVATE ${target} ${R_TEST_LIBS} GTest::gmock GTest::gtest_main)
    add_test(NAME unit.${R_NAME} COMMAND ${R_NAME}_test)
    set_tests_properties(unit.${R_NAME} PROPERTIES TIMEOUT 300 LABELS unit)
  endif()
  list(JOIN R_DEPS " " arrows)
  set(test_rooms ${R_TEST_LIBS})
  list(FILTER test_rooms INCLUDE REGEX "^isotherm_")
  list(TRANSFORM test_rooms REPLACE "^isotherm_" "")
  list(JOIN test_rooms " " test_arrows)
  set_property(GLOBAL APPEND PROPERTY ISOTHERM_ROOMS
    "${R_NAME} ${R_PATH}: ${arrows} | ${test_arrows}")
endfunction()

# library_room(NAME c_abi DEPS ids sharding)
#
# The room that is the shared library for others: only what its map names can be seen from outside.
# In the `release` preset the rooms below are linked into it.
function(library_room)
  cmake_parse_arguments(R "" "NAME" "DEPS" ${ARGN})
  set(dir ${CMAKE_SOURCE_DIR}/src/${R_NAME})
  file(GLOB sources CONFIGURE_DEPENDS ${dir}/*.cc)
  add_library(isotherm_library SHARED ${sources})
  set_target_properties(isotherm_library PROPERTIES
    OUTPUT_NAME isotherm VERSION 1.0.0 SOVERSION 1 LINK_DEPENDS ${dir}/libisotherm.map)
  target_include_directories(isotherm_library
    PUBLIC $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>
    PRIVATE ${CMAKE_SOURCE_DIR}/src)
  target_compile_definitions(isotherm_library PRIVATE ISOTHERM_VERSION="${PROJECT_VERSION}")
  target_link_options(isotherm_library PRIVATE
    LINKER:--version-script=${dir}/libisotherm.map LINKER:--as-needed)
  foreach(dep ${R_DEPS})
    target_link_libraries(isotherm_library PRIVATE isotherm_${dep})
  endforeach()
  list(JOIN R_DEPS " " arrows)
  set_property(GLOBAL APPEND PROPERTY ISOTHERM_ROOMS "${R_NAME} ${R_NAME}: ${arrows} | ")
endfunction()

# Writes the rooms and their allowed arrows where the `arrows` check reads them.
function(rooms_done)
  get_property(rooms GLOBAL PROPERTY ISOTHERM_ROOMS)
  string(REPLACE ";" "\n" text "${rooms}")
  file(WRITE ${CMAKE_BINARY_DIR}/rooms.txt "${text}\n")
endfunction()
