#include "cli/log.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <spdlog/formatter.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

namespace isotherm::cli {
namespace {

// Between a message and its fields, inside what spdlog carries. Fields are rendered already, in
// the format of the logger; messages of others have none.
constexpr char fields_mark = '\x1f';

spdlog::level::level_enum spdlog_level(LogLevel level) {
  switch (level) {
    case LogLevel::debug: return spdlog::level::debug;
    case LogLevel::info: return spdlog::level::info;
    case LogLevel::warn: return spdlog::level::warn;
    case LogLevel::error: return spdlog::level::err;
    case LogLevel::off: return spdlog::level::off;
  }
  return spdlog::level::info;
}

std::string timestamp(spdlog::log_clock::time_point time) {
  const auto millis =
      std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count() % 1000;
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(spdlog::log_clock::to_time_t(time)),
                     millis);
}

// spdlog's own patterns cannot escape: a quote in a message would break the line.
class LineFormatter final : public spdlog::formatter {
 public:
  explicit LineFormatter(bool json) : json_(json) {}

  void format(const spdlog::details::log_msg& entry, spdlog::memory_buf_t& out) override {
    const std::string_view payload(entry.payload.data(), entry.payload.size());
    const auto mark = payload.find(fields_mark);
    const auto message = payload.substr(0, mark);
    const auto fields =
        mark == std::string_view::npos ? std::string_view() : payload.substr(mark + 1);
    const auto level_view = spdlog::level::to_string_view(entry.level);
    const auto level = entry.level == spdlog::level::warn
                           ? "warn"
                           : std::string(level_view.data(), level_view.size());
    std::string line;
    if (json_) {
      line = "{\"ts\":\"" + timestamp(entry.time) + "\",\"level\":\"" + level + "\",\"msg\":";
      append_json_string(line, message);
      line.append(fields).append("}\n");
    } else {
      line = fmt::format("{} {:<5} {}{}\n", timestamp(entry.time), level, message, fields);
    }
    out.append(line.data(), line.data() + line.size());
  }

  std::unique_ptr<spdlog::formatter> clone() const override {
    return std::make_unique<LineFormatter>(json_);
  }

 private:
  bool json_;
};

bool writes_json = false;

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  out += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void append_json_fields(std::string& out, std::initializer_list<Field> fields) {
  for (const auto& field : fields) {
    out.push_back(',');
    append_json_string(out, field.name);
    out.push_back(':');
    if (const auto* text = std::get_if<std::string_view>(&field.value))
      append_json_string(out, *text);
    else if (const auto* whole = std::get_if<std::int64_t>(&field.value))
      out += std::to_string(*whole);
    else
      out += fmt::format("{:.6g}", std::get<double>(field.value));
  }
}

void append_text_fields(std::string& out, std::initializer_list<Field> fields) {
  for (const auto& field : fields) {
    out.append(" ").append(field.name).append("=");
    if (const auto* text = std::get_if<std::string_view>(&field.value)) {
      const bool is_plain = !text->empty() && text->find_first_of(" \"\n=") == text->npos;
      is_plain ? static_cast<void>(out.append(*text)) : append_json_string(out, *text);
    } else if (const auto* whole = std::get_if<std::int64_t>(&field.value)) {
      out += std::to_string(*whole);
    } else {
      out += fmt::format("{:.6g}", std::get<double>(field.value));
    }
  }
}

void set_up_log(LogFormat format, LogLevel level) {
  writes_json =
      format == LogFormat::json || (format == LogFormat::automatic && isatty(STDERR_FILENO) != 1);
  auto logger = std::make_shared<spdlog::logger>("isotherm",
                                                 std::make_shared<spdlog::sinks::stderr_sink_mt>());
  logger->set_formatter(std::make_unique<LineFormatter>(writes_json));
  logger->set_level(spdlog_level(level));
  logger->flush_on(spdlog::level::info);
  spdlog::set_default_logger(std::move(logger));
}

bool log_is_json() { return writes_json; }

bool log_takes(LogLevel level) { return spdlog::should_log(spdlog_level(level)); }

void log(LogLevel level, std::string_view message, std::initializer_list<Field> fields) {
  if (!log_takes(level)) return;
  std::string payload(message);
  payload.push_back(fields_mark);
  writes_json ? append_json_fields(payload, fields) : append_text_fields(payload, fields);
  spdlog::default_logger_raw()->log(spdlog_level(level),
                                    spdlog::string_view_t(payload.data(), payload.size()));
}

}  // namespace isotherm::cli
