// behaviour: runs behaviour files (docs/behaviour-files.md) against a target.
//
//   behaviour [--target engine|http|gateway|keys|gateway+keys|index-tables|remote|gateway+remote|
//             http://host:port] [--lag SECONDS] [--dir DIR] [--jobs N]
//             [filter…]
//   behaviour --coverage [--dir DIR]      does every operation have files?
//
// Exit status: 0 all passed, 1 some failed, 2 it could not run.

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <mutex>
#include <random>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "file.h"
#include "run.h"
#include "wire/operation.h"

namespace isotherm::behaviour {
namespace {

namespace fs = std::filesystem;

struct Arguments {
  std::string target = "engine";
  fs::path dir = ISOTHERM_BEHAVIOUR_DIR;
  unsigned jobs = 2;
  /// Of an endpoint given by hand. An index follows its table within a second, usually.
  std::chrono::seconds lag_max{15};
  bool coverage = false;
  std::vector<std::string> filters;
};

Arguments read_arguments(int count, char** words) {
  Arguments arguments;
  for (int at = 1; at < count; ++at) {
    const std::string word = words[at];
    const auto value = [&] {
      if (at + 1 >= count) throw std::runtime_error(word + " needs a value");
      return std::string(words[++at]);
    };
    if (word == "--target") {
      arguments.target = value();
    } else if (word == "--dir") {
      arguments.dir = value();
    } else if (word == "--jobs") {
      arguments.jobs = static_cast<unsigned>(std::max(1, std::stoi(value())));
    } else if (word == "--lag") {
      arguments.lag_max = std::chrono::seconds(std::max(0, std::stoi(value())));
    } else if (word == "--coverage") {
      arguments.coverage = true;
    } else if (word.starts_with("--")) {
      throw std::runtime_error("unknown option " + word);
    } else {
      arguments.filters.push_back(word);
    }
  }
  return arguments;
}

std::unique_ptr<Target> make_target(const std::string& name, std::chrono::seconds lag_max) {
  if (name == "engine") return make_engine_target();
  if (name == "http") return make_http_target();
  if (name == "gateway") return make_gateway_target(Sharded::indexes);
  if (name == "index-tables") return make_gateway_target(Sharded::index_tables);
  if (name == "keys") return make_gateway_target(Sharded::keys);
  if (name == "gateway+keys") return make_gateway_target(Sharded::both);
  if (name == "remote") return make_remote_target();
  if (name == "gateway+remote") return make_gateway_remote_target();
  if (name.find("://") != std::string::npos) return make_url_target(name, lag_max);
  throw std::runtime_error(
      "unknown target " + name +
      ": engine, http, gateway, keys, gateway+keys, index-tables, remote, gateway+remote, or "
      "http://host:port");
}

/// The names of the files that a filter picks (any part of the name), in order.
std::vector<std::string> find_files(const Arguments& arguments) {
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(arguments.dir)) {
    if (entry.path().extension() != ".ddb") continue;
    const std::string name = entry.path().lexically_relative(arguments.dir).string();
    const auto picks = [&](const std::string& filter) {
      return name.find(filter) != std::string::npos;
    };
    if (arguments.filters.empty() ||
        std::any_of(arguments.filters.begin(), arguments.filters.end(), picks))
      names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string read_text(const fs::path& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string indented(const std::string& text) {
  std::string out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) out += "    " + line + "\n";
  return out;
}

/// Runs all files on a few threads, and reports.
class Suite {
 public:
  Suite(const Arguments& arguments, std::vector<std::string> names)
      : arguments_(arguments),
        names_(std::move(names)),
        target_(make_target(arguments.target, arguments.lag_max)) {
    std::random_device random;
    std::ostringstream run;
    run << "behaviour-" << std::hex << random();
    run_name_ = run.str();
  }

  int run() {
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < arguments_.jobs; ++i) threads.emplace_back([this] { work(); });
    for (std::thread& thread : threads) thread.join();
    std::printf(
        "%s: %d passed, %d failed%s\n", arguments_.target.c_str(), passed_, failed_,
        skipped_ > 0 ? (", " + std::to_string(skipped_) + " for other targets").c_str() : "");
    return failed_ > 0 || passed_ == 0 ? 1 : 0;
  }

 private:
  void work() {
    for (std::size_t at = next_++; at < names_.size(); at = next_++) run_one(at);
  }

  void run_one(std::size_t at) {
    const std::string& name = names_[at];
    std::string what;
    std::optional<Failed> failed;
    try {
      const BehaviourFile file = parse_file(read_text(arguments_.dir / name), name);
      what = file.what;
      const bool is_url = arguments_.target.find("://") != std::string::npos;
      if (!file.runs_on(is_url ? "url" : arguments_.target)) {
        const std::lock_guard lock(mutex_);
        ++skipped_;
        return;
      }
      failed = run_file(file, *target_, run_name_ + "_" + std::to_string(at));
    } catch (const FileError& error) {
      failed = Failed{error.line, error.what};
    } catch (const std::exception& error) {
      failed = Failed{0, error.what()};
    }
    const std::lock_guard lock(mutex_);
    if (!failed) {
      ++passed_;
      return;
    }
    ++failed_;
    std::printf("FAIL %s:%d  %s\n%s", name.c_str(), failed->line, what.c_str(),
                indented(failed->what).c_str());
    std::fflush(stdout);
  }

  const Arguments& arguments_;
  std::vector<std::string> names_;
  std::unique_ptr<Target> target_;
  std::string run_name_;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
  int passed_ = 0;
  int failed_ = 0;
  int skipped_ = 0;
};

/// PutItem to put_item.
std::string snake_case(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const bool upper = std::isupper(static_cast<unsigned char>(c)) != 0;
    if (upper && !out.empty()) out += '_';
    out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return out;
}

/// Every operation of wire's table must have a folder with files in it, and every folder an
/// operation; a file must send the operation that it is filed under.
int check_coverage(const Arguments& arguments) {
  int problems = 0;
  const auto complain = [&](const std::string& what) {
    std::printf("FAIL %s\n", what.c_str());
    ++problems;
  };
  std::map<std::string, std::string> operation_of;
  std::map<std::string, int> files_of;
  for (const wire::Operation& operation : wire::operations())
    operation_of[snake_case(operation.name)] = operation.name;
  for (const std::string& name : find_files(arguments)) {
    const std::string folder = name.substr(0, name.find('/'));
    ++files_of[folder];
    try {
      const BehaviourFile file = parse_file(read_text(arguments.dir / name), name);
      const auto sends = [&](const Step& step) { return step.operation == operation_of[folder]; };
      if (std::none_of(file.steps.begin(), file.steps.end(), sends))
        complain(name + " never sends " + operation_of[folder]);
    } catch (const FileError& error) {
      complain(name + ":" + std::to_string(error.line) + " " + error.what);
    }
  }
  for (const auto& [folder, operation] : operation_of) {
    if (files_of[folder] == 0) complain(operation + " has no behaviour file in " + folder + "/");
    std::printf("%-16s %d\n", folder.c_str(), files_of[folder]);
  }
  return problems > 0 ? 1 : 0;
}

int run_all(int count, char** words) {
  try {
    const Arguments arguments = read_arguments(count, words);
    if (arguments.coverage) return check_coverage(arguments);
    const std::vector<std::string> names = find_files(arguments);
    if (names.empty()) throw std::runtime_error("no behaviour file is named so");
    return Suite(arguments, names).run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "behaviour: %s\n", error.what());
    return 2;
  }
}

}  // namespace
}  // namespace isotherm::behaviour

int main(int count, char** words) { return isotherm::behaviour::run_all(count, words); }
