#include "gateway/cursor_seal.h"

#include <gmock/gmock.h>

#include "gateway/testing/twins.h"

namespace isotherm::gateway {
namespace {

using namespace testing;  // NOLINT: the twins
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* old_key = "old = 0123456789abcdef0123456789abcdef";
constexpr const char* new_key = "new = fedcba9876543210fedcba9876543210";
constexpr const char* invalid = "The provided starting key is invalid";

GatewayOptions options_with(const std::string& keys) {
  auto seal = CursorSeal::parse(keys);
  expects(seal.ok(), "the keys are good");
  GatewayOptions options;
  options.cursor_seal = std::make_shared<const CursorSeal>(std::move(seal).value());
  return options;
}

class SealedCursors : public ::testing::Test {
 protected:
  SealedCursors() : below_(open_engine()), gateway_(*below_, schema_of({}), options_with(old_key)) {
    expects(run(gateway_.create_table(create_request({}))).ok(), "the table is made");
    for (int i = 0; i < 9; ++i) {
      const std::string id = std::to_string(i);
      expects(run(gateway_.put_item(put_of({{"id", id}, {"p", "A"}, {"s", "s" + id}}))).ok(),
              "put");
    }
  }

  static QueryRequest first_page() {
    QueryRequest query = query_of("A");
    query.limit = 2;
    return query;
  }
  Item cursor() { return *run(gateway_.query(first_page()))->last_evaluated_key; }
  static std::string outcome(Gateway& gateway, QueryRequest query, Item cursor) {
    query.exclusive_start_key = std::move(cursor);
    const auto answer = run(gateway.query(query));
    return answer.ok() ? "ok" : answer.error().message();
  }

  std::unique_ptr<engine::Engine> below_;
  Gateway gateway_;
};

TEST_F(SealedCursors, WalkTheWholeIndex) {
  QueryRequest query = first_page();
  std::size_t seen = 0;
  for (;;) {
    const auto page = run(gateway_.query(query));
    ASSERT_TRUE(page.ok()) << page.error().message();
    seen += page->items.size();
    if (!page->last_evaluated_key) break;
    EXPECT_NE(find(*page->last_evaluated_key, cursor_seal_attribute), nullptr);
    query.exclusive_start_key = page->last_evaluated_key;
  }
  EXPECT_EQ(seen, 9U);
}

TEST_F(SealedCursors, AreGoodAtAnotherGatewayAndWithAnotherPageAndFilter) {
  Gateway other(*below_, schema_of({}), options_with(std::string(new_key) + "\n" + old_key));
  QueryRequest query = query_of("A");
  query.filter_expression = "id <> :i";
  query.placeholders.values->emplace(":i", "7");
  EXPECT_EQ(outcome(other, query, cursor()), "ok");
}

TEST_F(SealedCursors, AreGoodForTheirConditionHoweverItIsWritten) {
  QueryRequest query = first_page();
  query.key_condition_expression = "#p=:x";
  query.placeholders = {ExpressionNames{{"#p", "p"}}, ExpressionValues{{":x", "A"}}};
  EXPECT_EQ(outcome(gateway_, query, cursor()), "ok");
  query = first_page();
  query.key_condition_expression.reset();
  query.placeholders = {};
  query.key_conditions = LegacyConditions{{"p", {ComparisonOperator::eq, {{AttributeValue("A")}}}}};
  EXPECT_EQ(outcome(gateway_, query, cursor()), "ok");
}

TEST_F(SealedCursors, OfAnotherQueryAreRefused) {
  QueryRequest backward = first_page();
  backward.scan_index_forward = false;
  EXPECT_EQ(outcome(gateway_, backward, cursor()), invalid);
  QueryRequest narrower = first_page();
  narrower.key_condition_expression = "p = :p AND s > :s";
  narrower.placeholders.values->emplace(":s", "a");
  EXPECT_EQ(outcome(gateway_, narrower, cursor()), invalid);
  ScanRequest scan;
  scan.table_name = table_name;
  scan.index_name = index_name;
  scan.exclusive_start_key = cursor();
  EXPECT_EQ(run(gateway_.scan(scan)).error().message(), invalid);
}

TEST_F(SealedCursors, OfAKeyThatIsGoneHaveExpired) {
  Gateway later(*below_, schema_of({}), options_with(new_key));
  EXPECT_EQ(outcome(later, first_page(), cursor()), invalid);
}

TEST_F(SealedCursors, WithoutASealAreRefused) {
  Item bare = cursor();
  bare.erase(bare.find(cursor_seal_attribute));
  EXPECT_EQ(outcome(gateway_, first_page(), bare), invalid);
  for (const AttributeValue& seal :
       {AttributeValue(""), AttributeValue("old"), AttributeValue("old:"), AttributeValue(":"),
        AttributeValue(true), number(7), AttributeValue(Binary{"old:"})}) {
    bare.insert_or_assign(std::string(cursor_seal_attribute), seal);
    EXPECT_EQ(outcome(gateway_, first_page(), bare), invalid);
  }
}

TEST_F(SealedCursors, ThatWereTamperedWithAreRefused) {
  const Item good = cursor();
  const std::string seal = *find(good, cursor_seal_attribute)->get_if<std::string>();
  for (std::size_t i = 0; i < seal.size(); ++i) {
    for (const int bit : {1, 2, 16, 64}) {
      std::string other = seal;
      other[i] = static_cast<char>(other[i] ^ bit);
      Item bad = good;
      bad.insert_or_assign(std::string(cursor_seal_attribute), other);
      EXPECT_EQ(outcome(gateway_, first_page(), bad), invalid) << i;
    }
  }
  for (const char* name : {"id", "s"}) {
    Item bad = good;
    bad.insert_or_assign(name, "s5");
    EXPECT_EQ(outcome(gateway_, first_page(), bad), invalid) << name;
  }
}

TEST_F(SealedCursors, OfScansAreSealedToo) {
  ScanRequest scan;
  scan.table_name = table_name;
  scan.index_name = index_name;
  scan.limit = 2;
  std::size_t seen = 0;
  for (;;) {
    const auto page = run(gateway_.scan(scan));
    ASSERT_TRUE(page.ok()) << page.error().message();
    seen += page->items.size();
    if (!page->last_evaluated_key) break;
    scan.exclusive_start_key = page->last_evaluated_key;
  }
  EXPECT_EQ(seen, 9U);
}

TEST(CursorKeys, AreRefusedWithTheLineAndWithoutTheSecret) {
  const auto problem = [](const std::string& text) {
    const auto seal = CursorSeal::parse(text);
    return seal.ok() ? std::string("ok") : seal.error();
  };
  EXPECT_EQ(problem(""), "it has no key");
  EXPECT_EQ(problem("# only words\n\n"), "it has no key");
  EXPECT_THAT(problem("\nwhat"), HasSubstr("line 2: expected"));
  EXPECT_THAT(problem("k = tooshortsecret"), HasSubstr("line 1: the secret has fewer"));
  EXPECT_THAT(problem("k = tooshortsecret"), Not(HasSubstr("tooshort")));
  EXPECT_THAT(problem(std::string(old_key) + "\r\n" + old_key), HasSubstr("line 2: the id 'old'"));
  EXPECT_THAT(problem("k:1 = 0123456789abcdef0123456789abcdef"), HasSubstr("an id has"));
  EXPECT_EQ(problem(std::string("# ours\n") + old_key + "\n" + new_key), "ok");
}

}  // namespace
}  // namespace isotherm::gateway
