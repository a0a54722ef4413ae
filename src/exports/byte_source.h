#pragma once

// ByteSource: the bytes of a file, decompressed as they are read. Memory does not depend on the
// file.

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "exports/formats.h"
#include "model/error.h"

namespace isotherm::exports {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Up to `size` bytes; 0: the end. An error: the file cannot be read, or is not what it should
  /// be.
  virtual Result<std::size_t> read(char* out, std::size_t size) = 0;
};

Result<std::unique_ptr<ByteSource>> open_file(const std::string& path, Compression compression);

/// Bytes in memory, for tests; decompressed like a file's.
std::unique_ptr<ByteSource> bytes_in_memory(std::string bytes, Compression compression);

}  // namespace isotherm::exports
