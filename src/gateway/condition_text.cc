#include "gateway/condition_text.h"

namespace isotherm::gateway {

std::string as_operand(std::string_view condition) {
  const std::size_t first = condition.find_first_not_of(" \t\r\n");
  const std::size_t last = condition.find_last_not_of(" \t\r\n");
  int depth = 0;
  for (std::size_t i = first; i < last && i < condition.size(); ++i) {
    depth += condition[i] == '(' ? 1 : condition[i] == ')' ? -1 : 0;
    if (depth == 0) return "(" + std::string(condition) + ")";
  }
  return std::string(condition);
}

}  // namespace isotherm::gateway
