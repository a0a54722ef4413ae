// Numbers: a literal that is accepted comes back as it went, through its plain form and through its
// ordered code; so does a number that was read from bytes that are not ours.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/expects.h"
#include "model/number.h"

using isotherm::expects;
using isotherm::Number;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);

  if (const auto number = Number::parse(bytes); number.ok()) {
    const auto again = Number::parse(number.value().to_string());
    expects(again.ok() && again.value() == number.value(), "the plain form is the number");
    std::string code;
    number.value().append_ordered(code);
    std::string_view rest = code;
    Number decoded;
    expects(Number::read_ordered(rest, decoded) && rest.empty(), "a code is read to its end");
    expects(decoded == number.value(), "the code is the number's");
    const auto next = number.value().successor();
    expects(next >= number.value() && next.predecessor() <= next, "neighbours are in order");
  }

  std::string_view rest = bytes;
  Number number;
  if (Number::read_ordered(rest, number)) {
    std::string code;
    number.append_ordered(code);
    std::string_view again = code;
    Number decoded;
    expects(Number::read_ordered(again, decoded) && decoded == number,
            "a number that was read stays");
  }
  return 0;
}
