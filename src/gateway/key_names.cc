#include "gateway/key_names.h"

#include <algorithm>
#include <set>

#include "expression/lexer.h"
#include "gateway/key_messages.h"
#include "gateway/placeholder_names.h"

namespace isotherm::gateway {
namespace {

using expression::Token;
using expression::TokenKind;

/// One place in an expression where a top-level attribute is named.
struct Mention {
  /// Where the word or placeholder stands.
  std::size_t at = 0;
  std::size_t bytes = 0;
  std::string_view attribute;
  /// Inside attribute_exists or attribute_not_exists.
  bool only_exists = false;
  /// Inside if_not_exists.
  bool needs_path = false;
  /// A step into it follows.
  bool has_steps = false;
};

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  expression::Lexer lexer(text);
  for (Token token = lexer.next(); token.kind != TokenKind::end; token = lexer.next())
    tokens.push_back(token);
  return tokens;
}

bool is_existence(const Token& token) {
  return expression::equals_upper(token.text, "ATTRIBUTE_EXISTS") ||
         expression::equals_upper(token.text, "ATTRIBUTE_NOT_EXISTS");
}

std::vector<Mention> mentions_in(std::string_view text, const ExpressionPlaceholders& given) {
  const std::vector<Token> tokens = tokens_of(text);
  const auto kind = [&](std::size_t i) {
    return i < tokens.size() ? tokens[i].kind : TokenKind::end;
  };
  std::vector<Mention> mentions;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (i > 0 && tokens[i - 1].kind == TokenKind::dot) continue;
    Mention mention{static_cast<std::size_t>(token.text.data() - text.data()), token.text.size(),
                    token.text};
    if (token.kind == TokenKind::name) {
      const auto at =
          given.names ? given.names->find(token.text) : ExpressionNames::const_iterator();
      if (!given.names || at == given.names->end()) continue;
      mention.attribute = at->second;
    } else if (token.kind != TokenKind::word || kind(i + 1) == TokenKind::open) {
      continue;
    }
    mention.has_steps = kind(i + 1) == TokenKind::dot || kind(i + 1) == TokenKind::open_bracket;
    mention.only_exists = i >= 2 && kind(i - 1) == TokenKind::open && is_existence(tokens[i - 2]);
    mention.needs_path = i >= 2 && kind(i - 1) == TokenKind::open &&
                         expression::equals_upper(tokens[i - 2].text, "IF_NOT_EXISTS");
    mentions.push_back(mention);
  }
  return mentions;
}

/// A path into a key is the store's to refuse.
bool is_about_value(const KeyLayout& layout, const Mention& mention) {
  return mention.attribute == layout.partition() && !mention.only_exists && !mention.has_steps;
}

bool is_existence(const ExpectedAttribute& expected) {
  if (expected.op)
    return *expected.op == ComparisonOperator::null || *expected.op == ComparisonOperator::not_null;
  return !expected.value;
}

template <class Conditions>
Result<void> rename_entry(const KeyLayout& layout, Conditions& conditions, std::string_view place) {
  if (!layout.rule().original) return messages::key_in_condition(layout, place);
  auto node = conditions.extract(layout.partition());
  node.key() = *layout.rule().original;
  conditions.insert(std::move(node));
  return {};
}

}  // namespace

bool names_hidden(const KeyLayout& layout, std::string_view text,
                  const ExpressionPlaceholders& placeholders) {
  if (!layout.rule().original) return false;
  const auto all = mentions_in(text, placeholders);
  return std::ranges::any_of(all, [&](const Mention& m) { return layout.hides(m.attribute); });
}

bool names_partition(const KeyLayout& layout, std::string_view text,
                     const ExpressionPlaceholders& placeholders) {
  const auto all = mentions_in(text, placeholders);
  return std::ranges::any_of(all, [&](const Mention& m) { return is_about_value(layout, m); });
}

Result<void> KeyNames::rename(std::string& text, std::string_view place) {
  std::string renamed;
  std::size_t done = 0;
  for (const Mention& mention : mentions_in(text, placeholders_)) {
    if (!is_about_value(layout_, mention)) continue;
    if (!layout_.rule().original) return messages::key_in_condition(layout_, place);
    if (placeholder_.empty())
      placeholder_ = PlaceholderNames(placeholders_).name(*layout_.rule().original);
    renamed.append(text, done, mention.at - done).append(placeholder_);
    done = mention.at + mention.bytes;
  }
  if (done > 0) text = renamed.append(text, done);
  return {};
}

Result<void> KeyNames::replace(std::string& text, const AttributeValue& partition) {
  std::string replaced;
  std::size_t done = 0;
  for (const Mention& mention : mentions_in(text, placeholders_)) {
    if (!is_about_value(layout_, mention)) continue;
    if (mention.needs_path) return messages::key_in_if_not_exists(layout_);
    if (value_.empty()) value_ = PlaceholderNames(placeholders_).value(partition);
    replaced.append(text, done, mention.at - done).append(value_);
    done = mention.at + mention.bytes;
  }
  if (done > 0) text = replaced.append(text, done);
  return {};
}

void drop_unused(const std::vector<const std::optional<std::string>*>& texts,
                 ExpressionPlaceholders& placeholders) {
  std::set<std::string, std::less<>> used;
  for (const auto* text : texts)
    if (*text)
      for (const Token& token : tokens_of(**text)) used.emplace(token.text);
  const auto drop = [&](auto& all) {
    if (!all) return;
    std::erase_if(*all, [&](const auto& entry) { return !used.contains(entry.first); });
    if (all->empty()) all.reset();
  };
  drop(placeholders.names);
  drop(placeholders.values);
}

Result<void> rename_key(const KeyLayout& layout, ExpectedAttributes& expected) {
  const auto at = expected.find(layout.partition());
  if (at == expected.end() || is_existence(at->second)) return {};
  return rename_entry(layout, expected, "Expected");
}

Result<void> rename_key(const KeyLayout& layout, LegacyConditions& conditions,
                        std::string_view place) {
  const auto at = conditions.find(layout.partition());
  if (at == conditions.end()) return {};
  if (at->second.op == ComparisonOperator::null || at->second.op == ComparisonOperator::not_null)
    return {};
  return rename_entry(layout, conditions, place);
}

}  // namespace isotherm::gateway
