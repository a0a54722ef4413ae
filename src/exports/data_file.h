#pragma once

// DataFile: a gzip file of an export. It takes its name only when it is whole, so that nobody sees
// half of one.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "model/error.h"

namespace isotherm::exports {

/// What a manifest says of a file's bytes.
struct Checksums {
  /// Of the bytes, in base64.
  std::string md5;
  /// As S3 gives it to an object of one part.
  std::string etag;
};

Checksums checksums_of(std::string_view bytes);

/// Writes a whole file, and its name when its bytes are on disk. Folders are made.
Result<void> write_file(const std::string& path, std::string_view bytes);

class DataFile {
 public:
  static Result<std::unique_ptr<DataFile>> create(std::string path);
  /// A file that was not finished goes.
  ~DataFile();
  DataFile(const DataFile&) = delete;
  DataFile& operator=(const DataFile&) = delete;

  Result<void> add(std::string_view bytes);
  /// The file is whole.
  Result<Checksums> finish();

  std::uint64_t items() const { return items_; }
  void count_item() { ++items_; }
  /// Before compression.
  std::uint64_t bytes() const { return bytes_; }

 private:
  explicit DataFile(std::string path);
  Result<void> deflate_all(std::string_view bytes, int flush);

  struct State;
  std::string path_;
  std::unique_ptr<State> state_;
  std::uint64_t items_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace isotherm::exports
