#include "codec/json.h"

#include <memory>

namespace isotherm::codec {
namespace {

// A parser keeps the room of its largest document; above this it is given back.
constexpr std::size_t kept_bytes_max = 1024 * 1024;

// One for each thread: making one costs more than parsing a small document.
simdjson::dom::parser& thread_parser() {
  thread_local std::unique_ptr<simdjson::dom::parser> parser;
  if (!parser || parser->capacity() > kept_bytes_max) {
    parser = std::make_unique<simdjson::dom::parser>();
  }
  return *parser;
}

}  // namespace

Expected<Json, MalformedJson> parse_json(std::string_view text) {
  Json root;
  const auto error =
      thread_parser().parse(text.data(), text.size(), /*realloc_if_needed=*/true).get(root);
  if (error != simdjson::SUCCESS) return MalformedJson{};
  return root;
}

}  // namespace isotherm::codec
