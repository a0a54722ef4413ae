#include "exports/byte_source.h"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

namespace isotherm::exports {
namespace {

constexpr std::size_t input_bytes = 64 * 1024;

class File final : public ByteSource {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  ~File() override { ::close(descriptor_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  Result<std::size_t> read(char* out, std::size_t size) override {
    while (true) {
      const ssize_t count = ::read(descriptor_, out, size);
      if (count >= 0) return static_cast<std::size_t>(count);
      if (errno != EINTR) return Error::internal(std::string("reading: ") + std::strerror(errno));
    }
  }

 private:
  int descriptor_;
};

class InMemory final : public ByteSource {
 public:
  explicit InMemory(std::string bytes) : bytes_(std::move(bytes)) {}

  Result<std::size_t> read(char* out, std::size_t size) override {
    const std::size_t count = std::min(size, bytes_.size() - at_);
    std::memcpy(out, bytes_.data() + at_, count);
    at_ += count;
    return count;
  }

 private:
  std::string bytes_;
  std::size_t at_ = 0;
};

/// gzip, with any number of members behind each other.
class Gunzip final : public ByteSource {
 public:
  explicit Gunzip(std::unique_ptr<ByteSource> input)
      : input_(std::move(input)), buffer_(input_bytes) {
    constexpr int gzip_only = 16 + MAX_WBITS;
    ready_ = inflateInit2(&stream_, gzip_only) == Z_OK;
  }
  ~Gunzip() override {
    if (ready_) inflateEnd(&stream_);
  }
  Gunzip(const Gunzip&) = delete;
  Gunzip& operator=(const Gunzip&) = delete;

  Result<std::size_t> read(char* out, std::size_t size) override;

 private:
  std::unique_ptr<ByteSource> input_;
  std::vector<char> buffer_;
  z_stream stream_{};
  bool ready_ = false;
  /// Between two members, or before the first.
  bool at_border_ = true;
};

Result<std::size_t> Gunzip::read(char* out, std::size_t size) {
  if (!ready_) return Error::internal("no memory to decompress");
  stream_.next_out = reinterpret_cast<Bytef*>(out);
  stream_.avail_out = static_cast<uInt>(size);
  while (stream_.avail_out == size) {
    if (stream_.avail_in == 0) {
      ASSIGN_OR_RETURN(const std::size_t count, input_->read(buffer_.data(), buffer_.size()));
      if (count == 0) {
        if (at_border_) return std::size_t{0};
        return Error::validation("the gzip data ends in the middle");
      }
      stream_.next_in = reinterpret_cast<Bytef*>(buffer_.data());
      stream_.avail_in = static_cast<uInt>(count);
    }
    at_border_ = false;
    const int state = inflate(&stream_, Z_NO_FLUSH);
    if (state == Z_STREAM_END) {
      at_border_ = true;
      if (inflateReset(&stream_) != Z_OK) return Error::internal("no memory to decompress");
    } else if (state != Z_OK && state != Z_BUF_ERROR) {
      return Error::validation("the data is not in gzip format, or damaged");
    }
  }
  return size - stream_.avail_out;
}

/// zstd, with any number of frames behind each other.
class Unzstd final : public ByteSource {
 public:
  explicit Unzstd(std::unique_ptr<ByteSource> input)
      : input_(std::move(input)), buffer_(input_bytes), stream_(ZSTD_createDStream()) {}
  ~Unzstd() override { ZSTD_freeDStream(stream_); }
  Unzstd(const Unzstd&) = delete;
  Unzstd& operator=(const Unzstd&) = delete;

  Result<std::size_t> read(char* out, std::size_t size) override;

 private:
  std::unique_ptr<ByteSource> input_;
  std::vector<char> buffer_;
  ZSTD_DStream* stream_;
  ZSTD_inBuffer in_{nullptr, 0, 0};
  bool at_border_ = true;
};

Result<std::size_t> Unzstd::read(char* out, std::size_t size) {
  if (stream_ == nullptr) return Error::internal("no memory to decompress");
  ZSTD_outBuffer output{out, size, 0};
  bool has_more = true;
  while (output.pos == 0) {
    if (in_.pos == in_.size && has_more) {
      ASSIGN_OR_RETURN(const std::size_t count, input_->read(buffer_.data(), buffer_.size()));
      in_ = {buffer_.data(), count, 0};
      has_more = count > 0;
      if (!has_more && at_border_) return std::size_t{0};
    }
    const std::size_t before = in_.pos;
    const std::size_t state = ZSTD_decompressStream(stream_, &output, &in_);
    if (ZSTD_isError(state)) {
      return Error::validation("the data is not in zstd format, or damaged");
    }
    at_border_ = state == 0;
    if (!has_more && output.pos == 0 && in_.pos == before) {
      if (at_border_) return std::size_t{0};
      return Error::validation("the zstd data ends in the middle");
    }
  }
  return output.pos;
}

std::unique_ptr<ByteSource> decompressed(std::unique_ptr<ByteSource> source,
                                         Compression compression) {
  switch (compression) {
    case Compression::none: return source;
    case Compression::gzip: return std::make_unique<Gunzip>(std::move(source));
    case Compression::zstd: return std::make_unique<Unzstd>(std::move(source));
  }
  return source;
}

}  // namespace

Result<std::unique_ptr<ByteSource>> open_file(const std::string& path, Compression compression) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor < 0) return Error::internal(path + ": " + std::strerror(errno));
  return decompressed(std::make_unique<File>(descriptor), compression);
}

std::unique_ptr<ByteSource> bytes_in_memory(std::string bytes, Compression compression) {
  return decompressed(std::make_unique<InMemory>(std::move(bytes)), compression);
}

}  // namespace isotherm::exports
