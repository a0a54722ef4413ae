#include "load/item_source.h"

#include <algorithm>
#include <array>

#include "base/expects.h"

namespace isotherm::load {
namespace {

// Payloads are cut out of this much random text, so that they neither cost time nor compress away.
constexpr std::size_t pool_bytes = 1 << 16;
constexpr std::string_view letters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr int partition_digits = 10;
constexpr int sort_digits = 6;
// Names and values of an item without its payload: pk k…, sk …, payload.
constexpr std::size_t bare_item_bytes = 2 + 1 + partition_digits + 2 + sort_digits + 7;
// Segments that scans spread over.
constexpr std::uint64_t scan_segments = 64;

void append_digits(std::string& out, std::uint64_t number, int digits) {
  std::array<char, 24> text;
  auto* const end = text.data() + text.size();
  auto* begin = end;
  for (; number != 0 || digits > 0; number /= 10, --digits) {
    *--begin = static_cast<char>('0' + number % 10);
  }
  out.append(begin, end);
}

std::string random_text(std::size_t bytes, Random& random) {
  std::string text;
  text.reserve(bytes);
  while (text.size() < bytes) text.push_back(letters[random.below(letters.size())]);
  return text;
}

}  // namespace

ItemText::ItemText(const Workload& workload)
    : collection_items_(std::max<std::uint64_t>(workload.collection_items, 1)),
      payload_bytes_(workload.item_bytes > bare_item_bytes
                         ? static_cast<std::size_t>(workload.item_bytes) - bare_item_bytes
                         : 1) {
  Random random(workload.seed);
  pool_ = random_text(std::max(pool_bytes, 2 * payload_bytes_), random);
}

void ItemText::append_partition(std::string& out, std::uint64_t number) const {
  out.append("\"k");
  append_digits(out, number / collection_items_, partition_digits);
  out.push_back('"');
}

void ItemText::append_sort(std::string& out, std::uint64_t number) const {
  out.push_back('"');
  append_digits(out, number % collection_items_, sort_digits);
  out.push_back('"');
}

void ItemText::append_key(std::string& out, std::uint64_t number) const {
  out.append(R"({"pk":{"S":)");
  append_partition(out, number);
  out.append(R"(},"sk":{"S":)");
  append_sort(out, number);
  out.append("}}");
}

void ItemText::append_payload(std::string& out, Random& random) const {
  const auto at = random.below(pool_.size() - payload_bytes_);
  out.push_back('"');
  out.append(pool_, at, payload_bytes_);
  out.push_back('"');
}

void ItemText::append_item(std::string& out, std::uint64_t number, Random& random) const {
  append_key(out, number);
  out.back() = ',';
  out.append(R"("payload":{"S":)");
  append_payload(out, random);
  out.append("}}");
}

ItemSource::ItemSource(const Workload& workload, unsigned thread, unsigned threads)
    : workload_(workload),
      text_(workload),
      chooser_(workload.keys, thread, threads),
      random_(workload.seed * 1'000'003 + thread),
      table_("{\"TableName\":\"" + workload.table + "\"") {
  expects(!workload_.mix.empty(), "a workload needs a mix");
}

std::vector<std::string> ItemSource::kinds() const {
  std::vector<std::string> names;
  names.reserve(workload_.mix.size());
  for (const auto& share : workload_.mix) names.emplace_back(verb_name(share.verb));
  return names;
}

std::size_t ItemSource::choose_kind() {
  double left = random_.unit() * 100;
  for (std::size_t i = 0; i + 1 < workload_.mix.size(); ++i) {
    if (left < workload_.mix[i].percent) return i;
    left -= workload_.mix[i].percent;
  }
  return workload_.mix.size() - 1;
}

void ItemSource::next(Action& action) {
  action.kind = choose_kind();
  action.first.body.clear();
  auto& request = action.first;
  const std::string_view consistent =
      workload_.consistent_read ? R"(,"ConsistentRead":true})" : "}";
  switch (workload_.mix[action.kind].verb) {
    case Verb::get:
      request.operation = "GetItem";
      return single(request.body, chooser_.next(random_), consistent);
    case Verb::put: return write(request, chooser_.next(random_));
    case Verb::insert: return write(request, chooser_.insert());
    case Verb::update: return update(request, chooser_.next(random_));
    case Verb::remove:
      request.operation = "DeleteItem";
      return single(request.body, chooser_.next(random_), "}");
    case Verb::query: return query(request, chooser_.next(random_));
    case Verb::range: return range(request, chooser_.next(random_));
    case Verb::scan: return scan(request);
    case Verb::batch_get: return batch_get(request);
    case Verb::batch_write: return batch_write(request);
    case Verb::read_modify_write: {
      const auto key = chooser_.next(random_);
      request.operation = "GetItem";
      single(request.body, key, consistent);
      action.then.emplace();
      return write(*action.then, key);
    }
  }
}

void ItemSource::single(std::string& body, std::uint64_t key, std::string_view rest) {
  body.append(table_).append(R"(,"Key":)");
  text_.append_key(body, key);
  body.append(rest);
}

void ItemSource::write(Request& request, std::uint64_t key) {
  request.operation = "PutItem";
  request.body.append(table_).append(R"(,"Item":)");
  text_.append_item(request.body, key, random_);
  request.body.push_back('}');
}

void ItemSource::update(Request& request, std::uint64_t key) {
  request.operation = "UpdateItem";
  single(request.body, key,
         R"(,"UpdateExpression":"SET payload = :p","ExpressionAttributeValues":{":p":{"S":)");
  text_.append_payload(request.body, random_);
  request.body.append("}}}");
}

void ItemSource::query(Request& request, std::uint64_t key) {
  request.operation = "Query";
  auto& body = request.body;
  body.append(table_).append(
      R"(,"KeyConditionExpression":"pk = :p","ExpressionAttributeValues":{":p":{"S":)");
  text_.append_partition(body, key);
  body.append(R"(}},"Limit":)").append(std::to_string(workload_.query_items));
  body.append(workload_.consistent_read ? R"(,"ConsistentRead":true})" : "}");
}

void ItemSource::range(Request& request, std::uint64_t key) {
  request.operation = "Query";
  auto& body = request.body;
  body.append(table_).append(R"(,"KeyConditionExpression":"pk = :p AND sk >= :s",)"
                             R"("ExpressionAttributeValues":{":p":{"S":)");
  text_.append_partition(body, key);
  body.append(R"(},":s":{"S":)");
  text_.append_sort(body, key);
  const auto limit = 1 + random_.below(std::max<std::uint64_t>(workload_.range_items_max, 1));
  body.append(R"(}},"Limit":)").append(std::to_string(limit));
  body.append(workload_.consistent_read ? R"(,"ConsistentRead":true})" : "}");
}

void ItemSource::scan(Request& request) {
  request.operation = "Scan";
  request.body.append(table_).append(R"(,"TotalSegments":)");
  request.body.append(std::to_string(scan_segments)).append(R"(,"Segment":)");
  request.body.append(std::to_string(random_.below(scan_segments)));
  request.body.append(R"(,"Limit":)").append(std::to_string(workload_.scan_items));
  request.body.append(workload_.consistent_read ? R"(,"ConsistentRead":true})" : "}");
}

// A batch may name a key once only: one that is taken is replaced by the next free one.
std::vector<std::uint64_t> ItemSource::distinct_keys(std::uint64_t count) {
  std::vector<std::uint64_t> keys;
  count = std::min(count, workload_.keys.count);
  while (keys.size() < count) {
    auto key = chooser_.next(random_);
    while (std::find(keys.begin(), keys.end(), key) != keys.end())
      key = (key + 1) % workload_.keys.count;
    keys.push_back(key);
  }
  return keys;
}

void ItemSource::batch_get(Request& request) {
  request.operation = "BatchGetItem";
  auto& body = request.body;
  body.append(R"({"RequestItems":{")").append(workload_.table).append(R"(":{"Keys":[)");
  for (const auto key : distinct_keys(workload_.batch_get_items)) {
    text_.append_key(body, key);
    body.push_back(',');
  }
  body.back() = ']';
  body.append(workload_.consistent_read ? R"(,"ConsistentRead":true}}})" : "}}}");
}

void ItemSource::batch_write(Request& request) {
  request.operation = "BatchWriteItem";
  auto& body = request.body;
  body.append(R"({"RequestItems":{")").append(workload_.table).append(R"(":[)");
  for (const auto key : distinct_keys(workload_.batch_write_items)) {
    body.append(R"({"PutRequest":{"Item":)");
    text_.append_item(body, key, random_);
    body.append("}},");
  }
  body.back() = ']';
  body.append("}}");
}

}  // namespace isotherm::load
