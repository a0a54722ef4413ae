#include "run.h"

#include <chrono>
#include <set>
#include <stdexcept>
#include <thread>

#include "match.h"

namespace isotherm::behaviour {
namespace {

using SteadyClock = std::chrono::steady_clock;

// How long `until` asks again. A real service takes a minute for a table, and longer for an index.
constexpr std::chrono::seconds patience_here{30};
constexpr std::chrono::minutes patience_elsewhere{10};
// A page loop that does not end is a fault in the cursor.
constexpr std::size_t pages_max = 2000;

const std::set<std::string>& operations_without_table_name() {
  static const std::set<std::string> names = {
      "BatchExecuteStatement", "BatchGetItem",     "BatchWriteItem",     "DeleteResourcePolicy",
      "DescribeEndpoints",     "DescribeLimits",   "DescribeStream",     "ExecuteStatement",
      "ExecuteTransaction",    "GetRecords",       "GetResourcePolicy",  "GetShardIterator",
      "ListStreams",           "ListTables",       "ListTagsOfResource", "PutResourcePolicy",
      "TagResource",           "TransactGetItems", "TransactWriteItems", "UntagResource"};
  return names;
}

bool is_read(const std::string& operation) {
  return operation == "GetItem" || operation == "BatchGetItem" || operation == "TransactGetItems" ||
         operation == "Query" || operation == "Scan" || operation == "DescribeTable";
}

/// The text after '#' in __type.
std::string error_name(const Json& body) {
  if (!body.is_object() || !body.contains("__type") || !body["__type"].is_string()) return {};
  const std::string type = body["__type"];
  return type.substr(type.find('#') + 1);
}

std::string error_message(const Json& body) {
  for (const char* name : {"message", "Message"}) {
    if (body.contains(name) && body[name].is_string()) return body[name];
  }
  return {};
}

std::string show_answer(const Answer& answer) {
  if (answer.status == 200) return "200 " + show(answer.body);
  return std::to_string(answer.status) + " " + error_name(answer.body) + " " +
         Json(error_message(answer.body)).dump();
}

std::string show_mismatch(const Mismatch& mismatch) {
  const std::string place = mismatch.path.empty() ? "" : "at " + mismatch.path + "\n";
  return place + "expected  " + mismatch.expected + "\ngot       " + mismatch.got;
}

/// The difference between an answer and what was expected, or nothing.
std::optional<std::string> difference(const Expectation& expected, const Answer& answer,
                                      Variables& variables) {
  const auto whole = [&] {
    std::string wanted = std::to_string(expected.status);
    if (!expected.error.empty()) wanted += " " + expected.error;
    if (expected.message) wanted += " " + expected.message->source;
    return "expected  " + wanted + "\ngot       " + show_answer(answer);
  };
  if (answer.status != expected.status) return whole();
  if (!expected.error.empty()) {
    if (error_name(answer.body) != expected.error) return whole();
    if (expected.message) {
      Variables seen = variables;
      if (match(*expected.message, error_message(answer.body), seen)) return whole();
    }
  }
  if (!expected.body) return std::nullopt;
  Json body = answer.body;
  if (!expected.error.empty()) {
    body.erase("__type");
    body.erase("message");
    body.erase("Message");
  }
  if (const auto mismatch = match(*expected.body, body, variables)) return show_mismatch(*mismatch);
  return std::nullopt;
}

/// One run of one file.
class FileRun {
 public:
  FileRun(const BehaviourFile& file, Target& target, const std::string& run_name)
      : file_(file), target_(target) {
    for (char letter = 'A'; letter <= 'Z'; ++letter)
      variables_[std::string(1, letter)] = run_name + "_" + letter;
  }

  std::optional<Failed> run() {
    try {
      session_ = target_.open(tables_to_come());
      for (const TableLine& table : file_.tables) {
        line_ = table.line;
        create(table);
      }
      for (const Step& step : file_.steps) {
        line_ = step.line;
        if (auto failed = run_step(step)) return failed;
      }
    } catch (const std::exception& error) {
      return Failed{line_, error.what()};
    }
    return std::nullopt;
  }

  /// Deletes what was made. A table that is already gone, or still busy, is no failure.
  void clean_up() {
    if (!session_) return;
    for (const std::string& table : created_) {
      try {
        (void)session_->ask("DeleteTable", Json{{"TableName", table}}.dump());
      } catch (const std::exception&) {
        return;
      }
    }
  }

 private:
  std::vector<Json> tables_to_come() const {
    std::vector<Json> tables;
    for (const TableLine& table : file_.tables) {
      tables.push_back(table.create);
      tables.back()["TableName"] = variables_.at(table.letter);
    }
    for (const Step& step : file_.steps) {
      if (step.operation != "CreateTable" || step.answer.status != 200) continue;
      Variables variables = variables_;
      variables["i"] = step.from;
      tables.push_back(body_of(step, variables));
    }
    return tables;
  }

  void create(const TableLine& table) {
    Json body = table.create;
    body["TableName"] = variables_.at(table.letter);
    created_.insert(body["TableName"].get<std::string>());
    const Answer answer = session_->ask("CreateTable", body.dump());
    if (answer.status != 200)
      throw std::runtime_error("CreateTable answered " + show_answer(answer));
    const std::string describe = Json{{"TableName", body["TableName"]}}.dump();
    const auto deadline = SteadyClock::now() + patience();
    while (true) {
      const Answer now = session_->ask("DescribeTable", describe);
      if (now.status == 200 && now.body["Table"]["TableStatus"] == "ACTIVE") return;
      if (SteadyClock::now() > deadline)
        throw std::runtime_error("the table did not become ACTIVE: " + show_answer(now));
      std::this_thread::sleep_for(pause());
    }
  }

  SteadyClock::duration patience() const {
    if (target_.is_elsewhere()) return patience_elsewhere;
    return patience_here;
  }

  /// Between two looks at what takes its time.
  std::chrono::milliseconds pause() const {
    return std::chrono::milliseconds(target_.is_elsewhere() ? 300 : 1);
  }

  Json body_of(const Step& step, const Variables& variables) const {
    Json body = build(step.request, variables);
    if (!step.plain && !body.contains("TableName") &&
        !operations_without_table_name().contains(step.operation))
      body["TableName"] = variables.at("T");
    return body;
  }

  std::optional<Failed> run_step(const Step& step) {
    for (long round = step.from; round <= step.to; ++round) {
      if (step.has_range) variables_["i"] = round;
      const Json body = body_of(step, variables_);
      if (step.operation == "CreateTable" && body.contains("TableName"))
        created_.insert(body["TableName"].get<std::string>());
      if (body.contains("TargetTableName"))
        created_.insert(body["TargetTableName"].get<std::string>());
      if (body.contains("TableCreationParameters") &&
          body["TableCreationParameters"].contains("TableName"))
        created_.insert(body["TableCreationParameters"]["TableName"].get<std::string>());
      if (auto text = ask_until_it_fits(step, body)) {
        const std::string i = step.has_range ? " ($i = " + std::to_string(round) + ")" : "";
        return Failed{step.answer.line, step.source + i + "\n" + *text};
      }
    }
    variables_.erase("i");
    return std::nullopt;
  }

  std::optional<std::string> ask_until_it_fits(const Step& step, const Json& body) {
    const auto start = SteadyClock::now();
    const bool lags = target_.lag_max().count() > 0 && is_read(step.operation);
    const SteadyClock::duration patience_now =
        step.mode == AskMode::until ? patience() : SteadyClock::duration(target_.lag_max());
    while (true) {
      const Answer answer = ask(step, body);
      auto text = difference(step.answer, answer, variables_);
      if (!text || (step.mode != AskMode::until && !lags)) return text;
      if (SteadyClock::now() - start > patience_now) return text;
      std::this_thread::sleep_for(pause());
    }
  }

  Answer ask(const Step& step, const Json& body) {
    if (step.mode != AskMode::pages && step.mode != AskMode::segments)
      return session_->ask(step.operation, body.dump());
    Json joined = {{"Count", 0}, {"ScannedCount", 0}, {"Pages", 0}};
    for (long segment = 0; segment < step.segments; ++segment) {
      Json one = body;
      if (step.mode == AskMode::segments) {
        one["Segment"] = segment;
        one["TotalSegments"] = step.segments;
      }
      if (auto refused = ask_pages(step, std::move(one), joined)) return *refused;
    }
    return {200, joined};
  }

  /// Query or Scan to the end: Items joined, Count and ScannedCount summed, Pages counted. The
  /// answer when one is an error.
  std::optional<Answer> ask_pages(const Step& step, Json body, Json& joined) {
    std::set<std::string> cursors;
    while (true) {
      Answer page = session_->ask(step.operation, body.dump());
      if (page.status != 200) return page;
      joined["Pages"] = joined["Pages"].get<long>() + 1;
      for (const char* count : {"Count", "ScannedCount"})
        joined[count] = joined[count].get<long>() + page.body.value(count, 0L);
      if (page.body.contains("Items")) {
        if (!joined.contains("Items")) joined["Items"] = Json::array();
        for (Json& item : page.body["Items"]) joined["Items"].push_back(std::move(item));
      }
      if (!page.body.contains("LastEvaluatedKey")) return std::nullopt;
      body["ExclusiveStartKey"] = page.body["LastEvaluatedKey"];
      if (!cursors.insert(body["ExclusiveStartKey"].dump()).second)
        throw std::runtime_error("the cursor does not advance: " + show(body["ExclusiveStartKey"]));
      if (cursors.size() > pages_max) throw std::runtime_error("the pages do not end");
    }
  }

  const BehaviourFile& file_;
  Target& target_;
  std::unique_ptr<Session> session_;
  Variables variables_;
  std::set<std::string> created_;
  int line_ = 0;
};

}  // namespace

std::optional<Failed> run_file(const BehaviourFile& file, Target& target,
                               const std::string& run_name) {
  FileRun run(file, target, run_name);
  auto failed = run.run();
  run.clean_up();
  return failed;
}

}  // namespace isotherm::behaviour
