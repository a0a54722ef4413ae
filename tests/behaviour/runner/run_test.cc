// A runner that cannot fail is a defect: these files are held against a target that answers what
// the test tells it to.

#include "run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>

namespace isotherm::behaviour {
namespace {

using testing::HasSubstr;

/// Answers from a list, and notes what it was asked.
class Script final : public Target {
 public:
  std::deque<Answer> answers;
  std::vector<std::string> asked;

  std::unique_ptr<Session> open(const std::vector<Json>&) override {
    return std::make_unique<ScriptSession>(*this);
  }

 private:
  class ScriptSession final : public Session {
   public:
    explicit ScriptSession(Script& script) : script_(script) {}
    Answer ask(std::string_view operation, const std::string& body) override {
      script_.asked.push_back(std::string(operation) + " " + body);
      if (script_.answers.empty()) return {200, Json::object()};
      Answer answer = script_.answers.front();
      script_.answers.pop_front();
      return answer;
    }

   private:
    Script& script_;
  };
};

std::string outcome(const std::string& steps, std::deque<Answer> answers,
                    std::vector<std::string>* asked = nullptr) {
  Script script;
  script.answers = std::move(answers);
  const BehaviourFile file = parse_file("what: w\nwhy: y [z]\n" + steps, "x.ddb");
  const auto failed = run_file(file, script, "run");
  if (asked != nullptr) *asked = script.asked;
  return failed ? std::to_string(failed->line) + ": " + failed->what : "passed";
}

TEST(RunFile, PassesWhatIsAsExpected) {
  EXPECT_EQ(outcome("> GetItem {Key: {}}\n< 200 {Item: 1}\n", {{200, {{"Item", 1}}}}), "passed");
}

TEST(RunFile, FailsOnAnotherBody) {
  EXPECT_THAT(outcome("> GetItem {Key: {}}\n< 200 {Item: 1}\n", {{200, {{"Item", 2}}}}),
              testing::AllOf(HasSubstr("4: > GetItem"), HasSubstr("at Item"),
                             HasSubstr("expected  1"), HasSubstr("got       2")));
}

TEST(RunFile, FailsOnAnotherErrorOrMessage) {
  const std::string step = "> GetItem {}\n< 400 ValidationException \"is $T\"\n";
  const auto error = [](const char* type, const char* message) {
    return Answer{400, {{"__type", type}, {"message", message}}};
  };
  EXPECT_EQ(outcome(step, {error("com.amazon.coral.validate#ValidationException", "is run_T")}),
            "passed");
  EXPECT_NE(outcome(step, {error("x#ValidationException", "other")}), "passed");
  EXPECT_NE(outcome(step, {error("x#ResourceNotFoundException", "is run_T")}), "passed");
  EXPECT_NE(outcome(step, {{200, Json::object()}}), "passed");
}

TEST(RunFile, HoldsTheMembersBesideTheMessage) {
  const Answer refused = {400, {{"__type", "x#E"}, {"message", "m"}, {"Item", 1}}};
  EXPECT_EQ(outcome("> PutItem {}\n< 400 E \"m\" {Item: 1}\n", {refused}), "passed");
  EXPECT_NE(outcome("> PutItem {}\n< 400 E \"m\" {}\n", {refused}), "passed");
}

TEST(RunFile, AddsTheTableUnlessPlain) {
  std::vector<std::string> asked;
  outcome("> GetItem {}\n< 200 {}\n> plain GetItem {}\n< 200 {}\n> ListTables {}\n< 200 {}\n", {},
          &asked);
  EXPECT_EQ(asked[0], R"(GetItem {"TableName":"run_T"})");
  EXPECT_EQ(asked[1], "GetItem {}");
  EXPECT_EQ(asked[2], "ListTables {}");
}

TEST(RunFile, JoinsPagesAndRefusesACursorThatStandsStill) {
  const auto page = [](int item, const char* cursor) {
    Answer answer = {200, {{"Items", {item}}, {"Count", 1}, {"ScannedCount", 2}}};
    if (cursor != nullptr) answer.body["LastEvaluatedKey"] = cursor;
    return answer;
  };
  const std::string step =
      "> pages Query {}\n< 200 {Items: [1, 2], Count: 2, ScannedCount: 4, Pages: 2}\n";
  EXPECT_EQ(outcome(step, {page(1, "a"), page(2, nullptr)}), "passed");
  EXPECT_THAT(outcome(step, {page(1, "a"), page(2, "a")}), HasSubstr("does not advance"));
}

TEST(RunFile, DeletesItsTables) {
  std::vector<std::string> asked;
  outcome("table: pk:S\n> GetItem {}\n< 200 {Never: 1}\n",
          {{200, {}}, {200, {{"Table", {{"TableStatus", "ACTIVE"}}}}}}, &asked);
  EXPECT_THAT(asked.front(), HasSubstr("CreateTable"));
  EXPECT_EQ(asked.back(), R"(DeleteTable {"TableName":"run_T"})");
}

}  // namespace
}  // namespace isotherm::behaviour
