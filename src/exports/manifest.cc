#include "exports/manifest.h"

#include <chrono>

#include "base/hash.h"
#include "base/json_writer.h"

namespace isotherm::exports {
namespace {

/// `2020-11-04T07:28:34.028Z`
std::string iso_time(UnixMillis time) {
  const auto days = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date{std::chrono::sys_days(days)};
  const std::chrono::hh_mm_ss clock(time - days);
  std::string text;
  const auto add = [&](std::int64_t value, std::size_t digits, char after) {
    std::string number = std::to_string(value);
    text.append(digits - std::min(digits, number.size()), '0').append(number).push_back(after);
  };
  add(static_cast<int>(date.year()), 4, '-');
  add(static_cast<unsigned>(date.month()), 2, '-');
  add(static_cast<unsigned>(date.day()), 2, 'T');
  add(clock.hours().count(), 2, ':');
  add(clock.minutes().count(), 2, ':');
  add(clock.seconds().count(), 2, '.');
  add(clock.subseconds().count(), 3, 'Z');
  return text;
}

void add_optional(std::string_view name, const std::optional<std::string>& value,
                  JsonWriter& json) {
  json.key(name);
  if (value) {
    json.string(*value);
  } else {
    json.out() += "null";
    json.value_done();
  }
}

}  // namespace

std::string summary_text(const Summary& summary) {
  std::string text;
  JsonWriter json(text);
  json.begin_object();
  json.key("version").string(summary.span ? "2023-08-01" : "2020-06-30");
  json.key("exportArn").string(summary.export_arn);
  json.key("startTime").string(iso_time(summary.start));
  json.key("endTime").string(iso_time(summary.end));
  json.key("tableArn").string(summary.table_arn).key("tableId").string(summary.table_id);
  if (summary.span) {
    json.key("exportFromTime").string(iso_time(summary.span->from));
    json.key("exportToTime").string(iso_time(summary.span->to));
  } else {
    json.key("exportTime").string(iso_time(summary.export_time));
  }
  json.key("s3Bucket").string(summary.bucket);
  add_optional("s3Prefix", summary.prefix, json);
  json.key("s3SseAlgorithm").string(summary.sse_algorithm);
  add_optional("s3SseKmsKeyId", summary.sse_kms_key_id, json);
  json.key("manifestFilesS3Key").string(summary.manifest_files_key);
  json.key("billedSizeBytes").integer(summary.billed_bytes);
  json.key("itemCount").integer(summary.item_count);
  json.key("outputFormat").string(summary.format);
  if (summary.span) {
    json.key("outputView")
        .string(summary.span->with_old_images ? "NEW_AND_OLD_IMAGES" : "NEW_IMAGE");
    json.key("exportType").string("INCREMENTAL_EXPORT");
  }
  json.end_object();
  return text;
}

std::string file_line(std::int64_t item_count, const Checksums& sums, const std::string& key) {
  std::string line;
  JsonWriter json(line);
  json.begin_object().key("itemCount").integer(item_count);
  json.key("md5Checksum").string(sums.md5).key("etag").string(sums.etag);
  json.key("dataFileS3Key").string(key).end_object();
  line.push_back('\n');
  return line;
}

std::string data_file_name(std::string_view export_id, std::uint64_t number,
                           std::string_view format) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz234567";
  constexpr int letters_of_hash = 13;
  const std::string seed = std::string(export_id) + '/' + std::to_string(number);
  std::string name;
  for (const std::uint64_t salt : {0, 1}) {
    std::uint64_t bits = xxh64(seed, salt);
    for (int i = 0; i < letters_of_hash; ++i, bits >>= 5) name.push_back(letters[bits & 31]);
  }
  return name + (format == "ION" ? ".ion.gz" : ".json.gz");
}

}  // namespace isotherm::exports
