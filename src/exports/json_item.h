#pragma once

// Items out of lines of DynamoDB JSON: `{"Item":{"id":{"S":"a"},…}}`.

#include <memory>
#include <string_view>

#include "model/attribute_value.h"
#include "model/error.h"

namespace isotherm::exports {

class JsonItemParser {
 public:
  JsonItemParser();
  ~JsonItemParser();
  JsonItemParser(const JsonItemParser&) = delete;
  JsonItemParser& operator=(const JsonItemParser&) = delete;

  /// The item of one line, or what is wrong with it in the service's words.
  Result<Item> parse_line(std::string_view line);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Whether the bytes are UTF-8.
bool is_utf8(std::string_view bytes);

}  // namespace isotherm::exports
