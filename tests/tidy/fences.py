"""Fences: an outside library is used in its place only, so that it can be replaced there.

The table is the one place that says where (docs/architecture.md repeats it in words).
"""

import re

# include prefix: the folders that may use it.
FENCES = {
    "rocksdb/": ["src/store/engine/"],
    "simdjson": ["src/codec/", "src/exports/"],
    "boost/beast": ["src/wire/", "src/load/", "src/credentials/http_call", "src/store/remote/connection"],
    "yaml-cpp/": ["src/schema/"],
    "CLI/": ["src/cli/"],
    "spdlog/": ["src/wire/", "src/cli/"],
    "nlohmann/": ["src/placement/vitess_vschema", "src/load/", "src/demo/", "src/cli/", "src/vectors/",
                  "src/credentials/", "tests/"],
    "xxhash.h": ["src/base/", "src/placement/key_hash", "bench/"],
    "zlib.h": ["src/base/", "src/exports/"],
    "zstd.h": ["src/exports/"],
    "openssl/": ["src/signing/", "src/wire/tls_identity", "src/credentials/http_call"],
    "boost/asio/ssl": ["src/wire/", "src/credentials/http_call", "src/store/remote/connection"],
    "libdeflate.h": ["src/base/"],
}

INCLUDE = re.compile(r"^\s*#\s*include\s+[<\"]([^>\"]+)[>\"]", re.MULTILINE)


def fences(tree):
    """No library is used outside its fence."""
    for path in tree.cpp():
        text = tree.text(path)
        for match in INCLUDE.finditer(text):
            for library, folders in FENCES.items():
                if match.group(1).startswith(library) and not path.startswith(tuple(folders)):
                    line = text.count("\n", 0, match.start(1)) + 1
                    yield f"{path}:{line}: {match.group(1)} belongs only in {', '.join(folders)}"


def libraries_are_declared(tree):
    """A room's exception to plain C++20 is one that CMake knows: no library by accident."""
    declared = tree.text("cmake/libraries.cmake")
    for needle in ("OpenSSL", "RocksDB", "simdjson", "yaml-cpp", "CLI11", "spdlog", "fmt"):
        if needle not in declared:
            yield f"cmake/libraries.cmake: does not find {needle}, which tests/tidy/fences.py fences"


RULES = [fences, libraries_are_declared]
