#include "exports/data_file.h"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

#include "base/base64.h"
#include "base/md5.h"

namespace isotherm::exports {
namespace {

constexpr std::size_t output_bytes = 64 * 1024;

Error cannot(std::string_view what, const std::string& path) {
  return Error::internal(std::string(what) + " " + path + ": " + std::strerror(errno));
}

Checksums checksums_from(const Md5Digest& digest) {
  Checksums sums;
  const std::string_view bytes(reinterpret_cast<const char*>(digest.data()), digest.size());
  append_base64(bytes, sums.md5);
  constexpr std::string_view hex = "0123456789abcdef";
  for (const unsigned char byte : md5(bytes)) {
    sums.etag.push_back(hex[byte >> 4]);
    sums.etag.push_back(hex[byte & 0xF]);
  }
  sums.etag += "-1";
  return sums;
}

std::string hidden(const std::string& path) {
  const std::filesystem::path whole(path);
  return whole.parent_path() / ("." + whole.filename().string() + ".part");
}

/// A descriptor under the hidden name of a file, and its way to the real one.
class Draft {
 public:
  Draft() = default;
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  ~Draft() {
    if (descriptor_ < 0) return;
    ::close(descriptor_);
    ::unlink(name_.c_str());
  }

  Result<void> open(const std::string& path) {
    std::error_code error;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
    if (error) return Error::internal("making the folder of " + path + ": " + error.message());
    name_ = hidden(path);
    ::unlink(name_.c_str());
    descriptor_ = ::open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (descriptor_ < 0) return cannot("creating", path);
    return {};
  }

  Result<void> write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return cannot("writing", name_);
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return {};
  }

  /// The bytes, then the name, then the folder go to disk.
  Result<void> publish(const std::string& path) {
    if (::fsync(descriptor_) != 0) return cannot("syncing", name_);
    if (::rename(name_.c_str(), path.c_str()) != 0) return cannot("renaming", name_);
    ::close(descriptor_);
    descriptor_ = -1;
    const std::string folder = std::filesystem::path(path).parent_path();
    const int directory = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) return cannot("opening", folder);
    const bool synced = ::fsync(directory) == 0;
    ::close(directory);
    if (!synced) return cannot("syncing", folder);
    return {};
  }

 private:
  std::string name_;
  int descriptor_ = -1;
};

}  // namespace

Checksums checksums_of(std::string_view bytes) { return checksums_from(md5(bytes)); }

Result<void> write_file(const std::string& path, std::string_view bytes) {
  Draft draft;
  TRY(draft.open(path));
  TRY(draft.write(bytes));
  return draft.publish(path);
}

struct DataFile::State {
  Draft draft;
  Md5 md5;
  z_stream stream{};
  bool ready = false;
  std::vector<char> buffer = std::vector<char>(output_bytes);

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (ready) deflateEnd(&stream);
  }
};

DataFile::DataFile(std::string path) : path_(std::move(path)), state_(std::make_unique<State>()) {}
DataFile::~DataFile() = default;

Result<std::unique_ptr<DataFile>> DataFile::create(std::string path) {
  std::unique_ptr<DataFile> file(new DataFile(std::move(path)));
  TRY(file->state_->draft.open(file->path_));
  constexpr int gzip = 16 + MAX_WBITS;
  constexpr int memory_level = 8;
  file->state_->ready = deflateInit2(&file->state_->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip,
                                     memory_level, Z_DEFAULT_STRATEGY) == Z_OK;
  if (!file->state_->ready) return Error::internal("no memory to compress");
  return file;
}

Result<void> DataFile::deflate_all(std::string_view bytes, int flush) {
  z_stream& stream = state_->stream;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  while (true) {
    stream.next_out = reinterpret_cast<Bytef*>(state_->buffer.data());
    stream.avail_out = static_cast<uInt>(state_->buffer.size());
    const int result = deflate(&stream, flush);
    const std::string_view made(state_->buffer.data(), state_->buffer.size() - stream.avail_out);
    state_->md5.add(made);
    TRY(state_->draft.write(made));
    if (flush == Z_FINISH ? result == Z_STREAM_END : stream.avail_out > 0) return {};
  }
}

Result<void> DataFile::add(std::string_view bytes) {
  bytes_ += bytes.size();
  return deflate_all(bytes, Z_NO_FLUSH);
}

Result<Checksums> DataFile::finish() {
  TRY(deflate_all({}, Z_FINISH));
  TRY(state_->draft.publish(path_));
  return checksums_from(state_->md5.finish());
}

}  // namespace isotherm::exports
