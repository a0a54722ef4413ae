#include <gtest/gtest.h>

#include "file.h"

namespace isotherm::behaviour {
namespace {

constexpr const char* head = "what: it does\nwhy:  the guide [DG]\ntable: pk:S\n";

BehaviourFile parsed(const std::string& steps) { return parse_file(head + steps, "x/y.ddb"); }

/// The complaint about a file, or "" when there is none.
std::string complaint(const std::string& text) {
  try {
    parse_file(text, "x/y.ddb");
  } catch (const FileError& error) {
    return std::to_string(error.line) + ": " + error.what;
  }
  return "";
}

TEST(BehaviourFile, ReadsStepsWithTheirAnswers) {
  const BehaviourFile file = parsed(
      "# a comment\n"
      "+ 1..3 {pk: S \"k$i\"}\n"
      "> GetItem {Key: {pk: S \"k1\"},\n"
      "    ConsistentRead: true}\n"
      "< 200 {Item: $any}\n"
      "> until plain GetItem {}\n"
      "< 400 ValidationException \"no table\"\n");
  EXPECT_EQ(file.what, "it does");
  ASSERT_EQ(file.steps.size(), 3U);
  EXPECT_EQ(file.steps[0].operation, "PutItem");
  EXPECT_EQ(file.steps[0].to, 3);
  EXPECT_EQ(file.steps[1].line, 6);
  EXPECT_TRUE(file.steps[1].answer.body);
  EXPECT_EQ(file.steps[2].mode, AskMode::until);
  EXPECT_TRUE(file.steps[2].plain);
  EXPECT_EQ(file.steps[2].answer.error, "ValidationException");
}

TEST(BehaviourFile, RefusesATestThatCannotFail) {
  const std::string text = head;
  EXPECT_NE(complaint(text).find("cannot fail"), std::string::npos);
  EXPECT_NE(complaint(text + "> GetItem {}\n< 200\n").find("cannot fail"), std::string::npos);
  EXPECT_EQ(complaint(text + "> GetItem {}\n"), "4: this request has no answer");
  EXPECT_EQ(complaint(text + "> GetItem {}\n> GetItem {}\n< 200 {}\n"),
            "4: this request has no answer");
  EXPECT_EQ(complaint(text + "< 200 {}\n"), "4: an answer without a request before it");
}

TEST(BehaviourFile, WantsTheReasonWithItsSource) {
  EXPECT_EQ(complaint("what: a\n> ListTables {}\n< 200 {}\n"), "1: there is no 'why:' line");
  EXPECT_NE(complaint("what: a\nwhy: b\n> ListTables {}\n< 200 {}\n"), "");
  EXPECT_EQ(complaint("what: a\nwhy: b [c]\n> ListTables {}\n< 200 {}\n"), "");
}

TEST(BehaviourFile, SaysWhichLineItCannotRead) {
  const std::string text = head;
  EXPECT_EQ(complaint(text + "> GetItem {Key: }\n< 200 {}\n").substr(0, 2), "4:");
  EXPECT_EQ(complaint(text + "> GetItem {} extra\n< 200 {}\n").substr(0, 2), "4:");
  EXPECT_EQ(complaint(text + "\ngarbage\n"), "5: cannot read this line");
  EXPECT_NE(complaint(text + "> GetItem {}\n< 400\n"), "");
  EXPECT_NE(complaint(text + "only: engine\n> GetItem {}\n< 200 {}\n"), "");
}

TEST(BehaviourFile, RunsOnlyWhereItSays) {
  const BehaviourFile file =
      parsed("only: engine, http because of a reason\n> GetItem {}\n< 200 {}\n");
  EXPECT_TRUE(file.runs_on("http"));
  EXPECT_FALSE(file.runs_on("gateway"));
  EXPECT_TRUE(parsed("> GetItem {}\n< 200 {}\n").runs_on("gateway"));
  EXPECT_FALSE(file.runs_on("http+gateway"));
  EXPECT_TRUE(file.runs_on("http+engine"));
}

TEST(TableLine, MakesACreateTableRequest) {
  const Json body = parse_table_line(
      " pk:S sk:N\n  gsi g gpk:S gsk:B keys_only\n  gsi h sk:N include(a,b)\n  lsi l lsk:S");
  EXPECT_EQ(body["KeySchema"], Json::parse(R"([{"AttributeName":"pk","KeyType":"HASH"},
                                               {"AttributeName":"sk","KeyType":"RANGE"}])"));
  EXPECT_EQ(body["AttributeDefinitions"].size(), 5U);
  EXPECT_EQ(body["GlobalSecondaryIndexes"][0]["Projection"]["ProjectionType"], "KEYS_ONLY");
  EXPECT_EQ(body["GlobalSecondaryIndexes"][1]["Projection"]["NonKeyAttributes"],
            Json::parse(R"(["a","b"])"));
  EXPECT_EQ(body["LocalSecondaryIndexes"][0]["KeySchema"][1]["AttributeName"], "lsk");
  EXPECT_EQ(body["BillingMode"], "PAY_PER_REQUEST");
  EXPECT_EQ(parse_table_line(
                "pk:S gsi g a:S provisioned 5 6")["GlobalSecondaryIndexes"][0]
                                                 ["ProvisionedThroughput"]["WriteCapacityUnits"],
            6);
  EXPECT_THROW(parse_table_line("pk"), std::runtime_error);
  EXPECT_THROW(parse_table_line("pk:S index g a:S"), std::runtime_error);
}

}  // namespace
}  // namespace isotherm::behaviour
