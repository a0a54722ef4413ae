#include "partiql/next_token.h"

#include <gtest/gtest.h>

namespace isotherm::partiql {
namespace {

std::string binding() {
  return token_binding("SELECT * FROM t WHERE k = ?", {AttributeValue("a")});
}

PagePosition position() {
  return {3, Item{{"k", "ä"},
                  {"n", *Number::parse("-1.5e-120")},
                  {"b", Binary{std::string("\0\xFF", 2)}}}};
}

std::string problem(const std::string& token, const std::string& bound) {
  const auto read = read_token(token, bound);
  return read.ok() ? "" : read.error().message();
}

TEST(NextToken, GoesOnWhereThePageEnded) {
  for (const PagePosition& place :
       {position(), PagePosition{0, std::nullopt}, PagePosition{49, {}}}) {
    const auto read = read_token(write_token(place, binding()), binding());
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read->read, place.read);
    EXPECT_EQ(read->start_key, place.start_key);
  }
}

TEST(NextToken, BelongsToItsStatementAndParameters) {
  const std::string token = write_token(position(), binding());
  const std::string statement = "SELECT * FROM t WHERE k = ?";
  for (const std::string& other :
       {token_binding(statement + " ", {AttributeValue("a")}), token_binding(statement, {}),
        token_binding(statement, {AttributeValue("b")}),
        token_binding(statement, {AttributeValue(Binary{"a"})}),
        token_binding(statement, {AttributeValue(List{AttributeValue("a")})}),
        token_binding(statement, {AttributeValue("a"), AttributeValue(Null{})})}) {
    EXPECT_EQ(problem(token, other), "NextToken does not match request");
  }
}

TEST(NextToken, IsInvalidWhateverByteOfItChanges) {
  const std::string token = write_token(position(), binding());
  for (std::size_t i = 0; i < token.size(); ++i) {
    std::string changed = token;
    changed[i] = changed[i] == 'a' ? 'b' : 'a';
    EXPECT_EQ(problem(changed, binding()), "Invalid NextToken") << i;
    EXPECT_EQ(problem(token.substr(0, i), binding()), "Invalid NextToken") << i;
  }
  for (const char* other : {"", "x", "zz", "0", "00"}) {
    EXPECT_EQ(problem(other, binding()), "Invalid NextToken") << other;
  }
  EXPECT_EQ(problem(token + "00", binding()), "Invalid NextToken");
}

}  // namespace
}  // namespace isotherm::partiql
