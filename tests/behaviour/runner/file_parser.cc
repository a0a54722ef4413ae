#include <algorithm>
#include <cctype>
#include <sstream>
#include <stdexcept>

#include "file.h"
#include "template_parser.h"

namespace isotherm::behaviour {
namespace {

/// A line, and those that go on with it.
struct Block {
  int line = 0;
  std::string text;
};

std::vector<Block> blocks_of(const std::string& text) {
  std::vector<Block> blocks;
  std::istringstream lines(text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.empty() || line.front() == '#') continue;
    if (line.front() != ' ') {
      blocks.push_back({number, line});
    } else if (blocks.empty()) {
      throw FileError{number, "the first line goes on with nothing"};
    } else {
      blocks.back().text += "\n" + line;
    }
  }
  return blocks;
}

/// One line of the text, its spaces folded.
std::string folded(std::string_view text) {
  std::istringstream words{std::string(text)};
  std::string out;
  for (std::string word; words >> word;) out += (out.empty() ? "" : " ") + word;
  return out;
}

std::string read_word(std::string_view& text) {
  skip_space(text);
  std::size_t end = 0;
  while (end < text.size() && (std::isspace(static_cast<unsigned char>(text[end])) == 0) &&
         text[end] != '{')
    ++end;
  std::string word(text.substr(0, end));
  text.remove_prefix(end);
  return word;
}

void demand_end(std::string_view text) {
  skip_space(text);
  if (!text.empty()) throw std::runtime_error("cannot read: " + std::string(text.substr(0, 40)));
}

bool is_table_letter(const std::string& word) {
  return word.size() == 1 && (std::isupper(static_cast<unsigned char>(word[0])) != 0);
}

/// `+ [T] [1..3] {…}`: PutItem, answered with 200.
Step read_put(std::string_view text) {
  Step step;
  step.operation = "PutItem";
  std::string letter = "T";
  skip_space(text);
  if (text.size() > 1 && is_table_letter(std::string(text.substr(0, 1)))) letter = read_word(text);
  step.has_range = read_range(text, step.from, step.to);
  Template table;
  table.kind = TemplateKind::text;
  table.text = "$" + letter;
  step.request.kind = TemplateKind::object;
  step.request.members.push_back({"TableName", table});
  step.request.members.push_back({"Item", read_template(text)});
  demand_end(text);
  return step;
}

Step read_request(std::string_view text) {
  Step step;
  while (true) {
    if (read_range(text, step.from, step.to)) {
      step.has_range = true;
      continue;
    }
    const std::string word = read_word(text);
    if (word == "until") {
      step.mode = AskMode::until;
    } else if (word == "pages") {
      step.mode = AskMode::pages;
    } else if (word == "segments") {
      step.mode = AskMode::segments;
      step.segments = std::atol(read_word(text).c_str());
      if (step.segments < 1) throw std::runtime_error("expected a number of segments");
    } else if (word == "plain") {
      step.plain = true;
    } else {
      step.operation = word;
      break;
    }
  }
  if (step.operation.empty()) throw std::runtime_error("expected the name of an operation");
  step.request = read_template(text);
  demand_end(text);
  if (step.request.kind != TemplateKind::object && !step.plain)
    throw std::runtime_error("a request is an object");
  return step;
}

Expectation read_answer(std::string_view text) {
  Expectation answer;
  answer.status = std::atoi(read_word(text).c_str());
  if (answer.status < 200 || answer.status > 599)
    throw std::runtime_error("expected a status: < 200 or < 400 Exception");
  if (answer.status != 200) {
    answer.error = read_word(text);
    if (answer.error.empty() || (std::isalpha(static_cast<unsigned char>(answer.error[0])) == 0))
      throw std::runtime_error("expected the name of an exception");
    skip_space(text);
    if (text.starts_with('"') || text.starts_with('$')) answer.message = read_template(text);
  }
  skip_space(text);
  if (!text.empty()) answer.body = read_template(text);
  demand_end(text);
  return answer;
}

/// Reads the blocks of one file in order.
class FileReader {
 public:
  explicit FileReader(std::string name) { file_.name = std::move(name); }

  void read(const Block& block) {
    std::string_view text = block.text;
    if (text.front() == '+') {
      text.remove_prefix(1);
      add_step(block, read_put(text));
      expects_answer_ = false;
    } else if (text.front() == '>') {
      text.remove_prefix(1);
      add_step(block, read_request(text));
      expects_answer_ = true;
    } else if (text.front() == '<') {
      text.remove_prefix(1);
      add_answer(block, read_answer(text));
    } else {
      read_head(block, text);
    }
  }

  BehaviourFile finish() {
    if (file_.what.empty()) throw FileError{1, "there is no 'what:' line"};
    if (file_.why.empty()) throw FileError{1, "there is no 'why:' line"};
    if (file_.why.find('[') == std::string::npos)
      throw FileError{1, "the 'why:' line names no source in [brackets]"};
    if (expects_answer_) throw FileError{file_.steps.back().line, "this request has no answer"};
    const bool can_fail = std::any_of(file_.steps.begin(), file_.steps.end(), [](const Step& step) {
      return step.answer.body || !step.answer.error.empty();
    });
    if (!can_fail)
      throw FileError{1, "nothing is expected of any answer: a test that cannot fail is a defect"};
    return std::move(file_);
  }

 private:
  void add_step(const Block& block, Step step) {
    if (expects_answer_) throw FileError{file_.steps.back().line, "this request has no answer"};
    step.line = block.line;
    step.source = folded(block.text);
    step.answer.line = block.line;
    file_.steps.push_back(std::move(step));
  }

  void add_answer(const Block& block, Expectation answer) {
    if (!expects_answer_) throw FileError{block.line, "an answer without a request before it"};
    answer.line = block.line;
    file_.steps.back().answer = std::move(answer);
    expects_answer_ = false;
  }

  void read_head(const Block& block, std::string_view text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) throw std::runtime_error("cannot read this line");
    std::string_view head = text.substr(0, colon);
    const std::string_view rest = text.substr(colon + 1);
    const std::string word = read_word(head);
    if (word == "what") {
      file_.what = folded(rest);
    } else if (word == "why") {
      file_.why = folded(rest);
    } else if (word == "only") {
      read_targets(word, folded(rest), file_.only);
    } else if (word == "except") {
      read_targets(word, folded(rest), file_.except);
    } else if (word == "table") {
      const std::string letter = read_word(head);
      if (!letter.empty() && !is_table_letter(letter))
        throw std::runtime_error("a table is named by one capital letter");
      file_.tables.push_back({block.line, letter.empty() ? "T" : letter, parse_table_line(rest)});
    } else {
      throw std::runtime_error("cannot read this line");
    }
  }

  static void read_targets(const std::string& word, const std::string& text,
                           std::vector<std::string>& into) {
    const std::size_t because = text.find(" because ");
    if (because == std::string::npos)
      throw std::runtime_error("'" + word + ":' needs 'because' and a reason");
    std::istringstream targets(text.substr(0, because));
    for (std::string target; std::getline(targets, target, ',');) into.push_back(folded(target));
  }

  BehaviourFile file_;
  bool expects_answer_ = false;
};

}  // namespace

bool BehaviourFile::runs_on(const std::string& target) const {
  const auto contains = [](const std::vector<std::string>& targets, const std::string& name) {
    return std::find(targets.begin(), targets.end(), name) != targets.end();
  };
  if (contains(except, target)) return false;
  if (only.empty()) return true;
  // Index tables are a gateway's as well.
  if (target == "index-tables") return contains(only, "gateway");
  // One target may be two at once: "gateway+keys".
  std::istringstream parts(target);
  for (std::string part; std::getline(parts, part, '+');)
    if (!contains(only, part)) return false;
  return true;
}

BehaviourFile parse_file(const std::string& text, std::string name) {
  FileReader reader(std::move(name));
  for (const Block& block : blocks_of(text)) {
    try {
      reader.read(block);
    } catch (const std::runtime_error& error) {
      throw FileError{block.line, error.what()};
    }
  }
  return reader.finish();
}

}  // namespace isotherm::behaviour
