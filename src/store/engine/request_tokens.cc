#include "store/engine/request_tokens.h"

#include <functional>
#include <utility>

#include "store/engine/catalog_document.h"
#include "store/engine/item_codec.h"
#include "store/engine/key_codec.h"

namespace isotherm::engine {
namespace {

constexpr char kind_token = 'Q';
// [DG:transaction-apis: a token is valid for ten minutes]
constexpr UnixMillis validity = std::chrono::minutes(10);

std::uint32_t window_of(UnixMillis time) {
  return static_cast<std::uint32_t>(time.count() / validity.count());
}

std::string window_start(std::uint32_t window) {
  std::string key = resource_prefix(0);
  key.push_back(kind_token);
  key.append(resource_prefix(window));
  return key;
}

std::string record_key(std::uint32_t window, std::string_view token) {
  return window_start(window).append(token);
}

struct StoredToken {
  WrittenTransaction transaction;
  UnixMillis time{0};
};

std::optional<StoredToken> from_document(const Item& document) {
  DocumentReader reader(document);
  StoredToken token;
  token.transaction.fingerprint = reader.bytes("fingerprint");
  token.time = UnixMillis(reader.integer("time"));
  const Map& units = reader.map("units");
  DocumentReader tables(units);
  for (const auto& [table, count] : units) {
    token.transaction.read_units[table] = static_cast<double>(tables.integer(table));
  }
  if (!reader.ok() || !tables.ok()) return std::nullopt;
  return token;
}

}  // namespace

std::unique_lock<std::mutex> RequestTokens::lock(std::string_view token) {
  return std::unique_lock(stripes_[std::hash<std::string_view>()(token) % stripe_count]);
}

Result<std::optional<WrittenTransaction>> RequestTokens::find(std::string_view token) {
  const UnixMillis now = clock_.unix_time();
  const std::uint32_t window = window_of(now);
  for (const std::uint32_t candidate : {window, window - 1}) {
    const std::string key = record_key(candidate, token);
    rocksdb::PinnableSlice value;
    ASSIGN_OR_RETURN(const bool found, database_.get(key, value));
    if (!found) continue;
    const std::optional<Item> document = decode_item(view(value));
    std::optional<StoredToken> stored = document ? from_document(*document) : std::nullopt;
    if (!stored) return database_.corrupt_record(key);
    if (now - stored->time < validity) return std::optional(std::move(stored->transaction));
  }
  return std::optional<WrittenTransaction>();
}

void RequestTokens::put(std::string_view token, const WrittenTransaction& transaction,
                        rocksdb::WriteBatch& batch) {
  const UnixMillis now = clock_.unix_time();
  Map units;
  for (const auto& [table, count] : transaction.read_units) {
    units.emplace(table, Number(static_cast<std::int64_t>(count)));
  }
  const Item document{{"fingerprint", Binary{transaction.fingerprint}},
                      {"time", Number(static_cast<std::int64_t>(now.count()))},
                      {"units", std::move(units)}};
  std::string value;
  encode_item(document, size_bytes(document), value);
  batch.Put(record_key(window_of(now), token), value);
}

Result<void> RequestTokens::drop_old() {
  const std::uint32_t first = window_of(clock_.unix_time()) - 1;
  if (first <= first_window_) return {};
  const std::string begin = window_start(0);
  const std::string end = window_start(first);
  const Database::Range old(database_, begin, end, true);
  if (old.valid()) TRY(database_.remove_range(begin, end));
  TRY(old.status());
  first_window_ = first;
  return {};
}

}  // namespace isotherm::engine
