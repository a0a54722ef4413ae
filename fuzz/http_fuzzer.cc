// HTTP: any bytes are requests or refused, and the same ones wherever the network cuts them. The
// first byte says where.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "wire/http_request.h"

namespace isotherm::wire {
namespace {

struct Outcome {
  HttpParse last = HttpParse::more;
  std::vector<std::string> bodies;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

// Feeds the bytes in pieces, as a connection does.
Outcome parse(std::string_view bytes, std::size_t piece) {
  HttpRequestParser parser(512, 4096);
  Outcome outcome;
  std::string buffer;
  while (!bytes.empty()) {
    buffer.append(bytes.substr(0, piece));
    bytes.remove_prefix(std::min(piece, bytes.size()));
    while (!buffer.empty()) {
      std::size_t used = 0;
      outcome.last = parser.parse(buffer, used);
      if (used > buffer.size()) std::abort();
      buffer.erase(0, used);
      if (outcome.last == HttpParse::more) break;
      if (outcome.last != HttpParse::done) return outcome;
      outcome.bodies.push_back(parser.request().body);
      parser.reset();
    }
  }
  return outcome;
}

}  // namespace
}  // namespace isotherm::wire

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace isotherm::wire;
  if (size < 2) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (parse(bytes, bytes.size()).bodies != parse(bytes, 1 + data[0]).bodies) std::abort();
  return 0;
}
