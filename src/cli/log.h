#pragma once

// The server's log, on stderr: lines for people, or one JSON object a line for machines.
//
//   2026-11-30T18:04:05.123Z info  listening url=http://127.0.0.1:8000 threads=2
//   {"ts":"2026-11-30T18:04:05.123Z","level":"info","msg":"listening","url":"http://127.0.0.1:8000"}
//
// No line holds data of items: operations, codes, sizes and times only.

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>

namespace isotherm::cli {

enum class LogFormat { automatic, text, json };
enum class LogLevel { debug, info, warn, error, off };

struct Field {
  std::string_view name;
  std::variant<std::string_view, std::int64_t, double> value;
};

/// Makes spdlog's default logger ours. `automatic`: text on a terminal, else JSON.
void set_up_log(LogFormat format, LogLevel level);

/// Whether lines are JSON.
bool log_is_json();
bool log_takes(LogLevel level);
void log(LogLevel level, std::string_view message, std::initializer_list<Field> fields = {});

/// A line's end as JSON members, `,"name":value`; and as text, ` name=value`.
void append_json_fields(std::string& out, std::initializer_list<Field> fields);
void append_text_fields(std::string& out, std::initializer_list<Field> fields);

/// Appends `text` as a JSON string. Bytes that are no UTF-8 become U+FFFD.
void append_json_string(std::string& out, std::string_view text);

}  // namespace isotherm::cli
