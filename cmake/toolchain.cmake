# The compiler of record, the language, the warnings and the sanitizers.

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  message(FATAL_ERROR
    "g++ ${CMAKE_CXX_COMPILER_VERSION} miscompiles coroutines (temporaries inside a co_await "
    "expression are destroyed twice). Use a preset: cmake --preset dev (clang++-19).")
endif()

option(ISOTHERM_BENCH "Build the benchmarks" OFF)
option(ISOTHERM_FUZZ "Build the fuzzers" OFF)
set(ISOTHERM_SANITIZE "" CACHE STRING "Value for -fsanitize=")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)  # a build folder can be moved
set(CMAKE_CXX_COMPILE_OPTIONS_PIE -fPIC)  # so that programs share a precompiled header (room.cmake)
set(CMAKE_CXX_VISIBILITY_PRESET default)
set(CMAKE_CXX_FLAGS_DEBUG "-O0 -g1 -fno-omit-frame-pointer")
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -g0 -DNDEBUG")

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Werror=return-type)
add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wno-gnu-zero-variadic-macro-arguments>)
# A request's coroutines nest deeper than the two frames that Asio keeps for each thread.
add_compile_definitions($<$<CONFIG:Release>:BOOST_ASIO_RECYCLING_ALLOCATOR_CACHE_SIZE=8>)
add_link_options(-fuse-ld=lld)

if(ISOTHERM_SANITIZE)
  # A sanitizer's functions are in the program: shared libraries find them there.
  add_compile_options(-fsanitize=${ISOTHERM_SANITIZE} -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${ISOTHERM_SANITIZE})
else()
  add_link_options(-Wl,--no-undefined)
endif()

if(ISOTHERM_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)  # so that the fuzzers see the coverage of the rooms
endif()

# The compiler's cache, shared by all build folders: objects are keyed by content, not by path.
find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1
    CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
endif()
