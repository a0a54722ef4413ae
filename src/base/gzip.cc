#include "base/gzip.h"

#include <zlib.h>

#include <algorithm>

#include "base/expects.h"

namespace isotherm {
namespace {

// zlib: a window of 32 KB, and the gzip format instead of its own.
constexpr int gzip_window_bits = 15 + 16;
constexpr int default_memory_level = 8;
constexpr std::size_t piece_bytes = 64 * 1024;

Bytef* input_of(std::string_view bytes) {
  // zlib does not write to its input; its type only says so since it was built that way.
  return reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
}

class Inflation {
 public:
  Inflation() { expects(inflateInit2(&stream_, gzip_window_bits) == Z_OK, "zlib has memory"); }
  ~Inflation() { inflateEnd(&stream_); }
  Inflation(const Inflation&) = delete;
  Inflation& operator=(const Inflation&) = delete;
  z_stream& stream() { return stream_; }

 private:
  z_stream stream_{};
};

}  // namespace

Expected<std::string, GzipProblem> gunzip(std::string_view bytes, std::size_t bytes_max) {
  Inflation inflation;
  z_stream& stream = inflation.stream();
  stream.next_in = input_of(bytes);
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string out;
  for (;;) {
    // One byte more than is allowed tells that there is more.
    const std::size_t begin = out.size();
    const std::size_t room = std::min(piece_bytes, bytes_max + 1 - begin);
    out.resize(begin + room);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + begin);
    stream.avail_out = static_cast<uInt>(room);
    const int status = inflate(&stream, Z_NO_FLUSH);
    out.resize(out.size() - stream.avail_out);
    if (out.size() > bytes_max) return GzipProblem::too_large;
    if (status == Z_STREAM_END) {
      if (stream.avail_in == 0) return out;
      // Several members may follow one another (RFC 1952, 2.2).
      if (inflateReset(&stream) != Z_OK) return GzipProblem::damaged;
    } else if (status != Z_OK) {
      return GzipProblem::damaged;
    }
  }
}

std::string gzip(std::string_view bytes) {
  z_stream stream{};
  expects(deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip_window_bits,
                       default_memory_level, Z_DEFAULT_STRATEGY) == Z_OK,
          "zlib has memory");
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = input_of(bytes);
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int status = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  expects(status == Z_STREAM_END, "its own bound is enough for zlib");
  return out;
}

}  // namespace isotherm
