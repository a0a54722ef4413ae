# Outside libraries, all from Debian packages. Each is used behind one fence (docs/architecture.md).
# xxhash and libdeflate come by pkg-config only.

find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(Boost 1.81 REQUIRED)
find_package(RocksDB REQUIRED)
find_package(simdjson REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(CLI11 REQUIRED)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(OpenSSL 3.0 REQUIRED COMPONENTS Crypto SSL)
find_package(ZLIB REQUIRED)
find_package(GTest REQUIRED)
pkg_check_modules(libzstd REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(xxhash REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(libdeflate REQUIRED IMPORTED_TARGET libdeflate)

# RocksDB inside the program: its thread-local counters and its calls cost less than through a
# shared library, and the program starts faster. Test programs are many, and share it.
option(ISOTHERM_STATIC_ROCKSDB "Link RocksDB into the program" OFF)
set(ISOTHERM_ROCKSDB RocksDB::rocksdb-shared)
if(ISOTHERM_STATIC_ROCKSDB)
  set(ISOTHERM_ROCKSDB RocksDB::rocksdb)
endif()
