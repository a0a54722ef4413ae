// The short form of CreateTable.

#include <sstream>
#include <stdexcept>

#include "file.h"

namespace isotherm::behaviour {
namespace {

/// The words of a line; `include(a, b)` is one word.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    const bool is_space = c == ' ' || c == '\n' || c == '\t';
    if (is_space && depth == 0) {
      words.emplace_back();
    } else if (!is_space) {
      words.back() += c;
    }
  }
  std::erase(words, "");
  return words;
}

/// Reads the words of one table line from left to right.
class TableReader {
 public:
  explicit TableReader(std::vector<std::string> words) : words_(std::move(words)) {}

  Json read() {
    Json body = {{"BillingMode", "PAY_PER_REQUEST"}};
    body["KeySchema"] = read_key();
    while (at_ < words_.size()) read_clause(body);
    body["AttributeDefinitions"] = attributes_;
    return body;
  }

 private:
  bool is_key() const { return at_ < words_.size() && words_[at_].find(':') != std::string::npos; }

  const std::string& next(const char* what) {
    if (at_ >= words_.size()) throw std::runtime_error(std::string("expected ") + what);
    return words_[at_++];
  }

  Json read_key_element(const char* role) {
    const std::string& word = next("key:type");
    const std::size_t colon = word.find(':');
    if (colon == std::string::npos) throw std::runtime_error("expected key:type, not " + word);
    const Json definition = {{"AttributeName", word.substr(0, colon)},
                             {"AttributeType", word.substr(colon + 1)}};
    bool known = false;
    for (const Json& attribute : attributes_) known = known || attribute == definition;
    if (!known) attributes_.push_back(definition);
    return {{"AttributeName", word.substr(0, colon)}, {"KeyType", role}};
  }

  Json read_key() {
    Json key = Json::array({read_key_element("HASH")});
    if (is_key()) key.push_back(read_key_element("RANGE"));
    return key;
  }

  Json read_projection() {
    if (at_ >= words_.size()) return {{"ProjectionType", "ALL"}};
    const std::string& word = words_[at_];
    if (word != "all" && word != "keys_only" && !word.starts_with("include("))
      return {{"ProjectionType", "ALL"}};
    ++at_;
    if (word == "all") return {{"ProjectionType", "ALL"}};
    if (word == "keys_only") return {{"ProjectionType", "KEYS_ONLY"}};
    std::stringstream names(word.substr(8, word.size() - 9));
    Json included = Json::array();
    for (std::string name; std::getline(names, name, ',');) included.push_back(name);
    return {{"ProjectionType", "INCLUDE"}, {"NonKeyAttributes", included}};
  }

  void read_clause(Json& body) {
    const std::string clause = next("gsi, lsi or provisioned");
    if (clause == "gsi") {
      Json index = {{"IndexName", next("an index name")}};
      index["KeySchema"] = read_key();
      index["Projection"] = read_projection();
      body["GlobalSecondaryIndexes"].push_back(std::move(index));
    } else if (clause == "lsi") {
      Json index = {{"IndexName", next("an index name")}};
      index["KeySchema"] = Json::array({body["KeySchema"][0], read_key_element("RANGE")});
      index["Projection"] = read_projection();
      body["LocalSecondaryIndexes"].push_back(std::move(index));
    } else if (clause == "provisioned") {
      const Json throughput = {{"ReadCapacityUnits", std::stol(next("read units"))},
                               {"WriteCapacityUnits", std::stol(next("write units"))}};
      body["BillingMode"] = "PROVISIONED";
      body["ProvisionedThroughput"] = throughput;
      if (!body.contains("GlobalSecondaryIndexes")) return;
      for (Json& index : body["GlobalSecondaryIndexes"])
        index["ProvisionedThroughput"] = throughput;
    } else {
      throw std::runtime_error("expected gsi, lsi or provisioned, not " + clause);
    }
  }

  std::vector<std::string> words_;
  std::size_t at_ = 0;
  Json attributes_ = Json::array();
};

}  // namespace

Json parse_table_line(std::string_view text) { return TableReader(words_of(text)).read(); }

}  // namespace isotherm::behaviour
