#include "partiql/infix.h"

#include <algorithm>
#include <array>

namespace isotherm::partiql {
namespace {

using Kind = ExpressionKind;

constexpr std::array infixes = std::to_array<Infix>({
    {"or", 1, Kind::any_of},
    {"and", 2, Kind::all_of},
    {"=", 4, Kind::eq},
    {"<>", 4, Kind::ne},
    {"is", 4, Kind::is_type},
    {"is_not", 4, Kind::is_type},
    {"in", 4, Kind::in},
    {"not_in", 4, Kind::in},
    {"<", 5, Kind::lt},
    {"<=", 5, Kind::le},
    {">", 5, Kind::gt},
    {">=", 5, Kind::ge},
    {"between", 5, Kind::between},
    {"not_between", 5, Kind::between},
    {"like", 5, Kind::like},
    {"not_like", 5, Kind::like},
    {"+", 6, Kind::plus},
    {"-", 6, Kind::minus},
    {"||", 6, Kind::concatenate},
    {"*", 7, Kind::times},
    {"/", 7, Kind::divide},
    {"%", 7, Kind::modulo},
});

}  // namespace

const Infix* find_infix(const Token& token) {
  if (token.kind != TokenKind::op) return nullptr;
  const auto found = std::ranges::find(infixes, token.word, &Infix::word);
  return found == infixes.end() ? nullptr : found;
}

bool is_negated(const Token& op) { return op.word.starts_with("not_") || op.word == "is_not"; }

}  // namespace isotherm::partiql
