#pragma once

// A behaviour file: what one behaviour is, why it is right, and the requests and answers that show
// it. Grammar (docs/behaviour-files.md has examples):
//
//   file  := block*                a block is a line and the lines after it that begin with a
//   space;
//                                  a line that begins with # is a comment
//   block := "what:" text          one sentence
//          | "why:" text           the reason, with its source in [brackets]
//          | ("only:" | "except:") target ("," target)* "because" text
//          | "table" [name] ":" key:type [key:type] index* ["provisioned" reads writes]
//          | "+" [name] [range] object                PutItem of that item, answered with 200
//          | ">" word* operation object               a request
//          | "<" "200" [value]                        its answer
//          | "<" status error [message] [object]      its refusal, and the members beside the
//          message
//   word  := range    ask once for each $i of it
//          | until    ask again until the answer fits: what takes its time
//          | pages    follow LastEvaluatedKey to the end; the answers are joined, Pages counted
//          | segments N   Scan in N segments, each to its end; the answers are joined as by pages
//          | plain    send the body as it is: do not add TableName
//   index := "gsi" name key:type [key:type] [projection] | "lsi" name key:type [projection]
//   projection := all | keys_only | include(name, …)
//
// Every request has exactly one answer, and at least one answer of a file must say more than 200.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "template.h"

namespace isotherm::behaviour {

enum class AskMode { once, until, pages, segments };

/// What the answer to a request must be.
struct Expectation {
  int line = 0;
  int status = 200;
  /// The exception's name, on an error.
  std::string error;
  std::optional<Template> message;
  std::optional<Template> body;
};

/// One request and its answer.
struct Step {
  int line = 0;
  AskMode mode = AskMode::once;
  bool plain = false;
  /// Of a parallel scan.
  long segments = 1;
  /// $i of the rounds; one round without `i` when from is 0 and to is 0.
  bool has_range = false;
  long from = 0;
  long to = 0;
  std::string operation;
  Template request;
  Expectation answer;
  /// The request as it stands in the file.
  std::string source;
};

/// A table that is there before the first request: the body of its CreateTable without TableName.
struct TableLine {
  int line = 0;
  /// The capital letter that stands for its name.
  std::string letter = "T";
  Json create;
};

struct BehaviourFile {
  /// As the summary prints it: "query/limit.ddb".
  std::string name;
  std::string what;
  std::string why;
  /// Empty: every target.
  std::vector<std::string> only;
  std::vector<std::string> except;
  std::vector<TableLine> tables;
  std::vector<Step> steps;

  /// `target`: "engine", "http", "gateway", "index-tables", or "url" for an endpoint given by hand.
  bool runs_on(const std::string& target) const;
};

/// Why a file cannot be run, with its line.
struct FileError {
  int line = 0;
  std::string what;
};

/// Reads the text of a file; throws FileError.
BehaviourFile parse_file(const std::string& text, std::string name);

/// Reads `key:type …` after "table:"; throws std::runtime_error.
Json parse_table_line(std::string_view text);

}  // namespace isotherm::behaviour
