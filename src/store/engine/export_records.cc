#include "store/engine/export_records.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "store/engine/backup_records.h"
#include "store/engine/catalog_document.h"

namespace isotherm::engine {
namespace {

AttributeValue number(std::int64_t value) { return AttributeValue(Number(value)); }

void add(const char* name, const std::optional<std::string>& text, Item& item) {
  if (text) item.emplace(name, *text);
}
void add(const char* name, const std::optional<UnixMillis>& time, Item& item) {
  if (time) item.emplace(name, number(time->count()));
}
void add(const char* name, const std::optional<std::int64_t>& count, Item& item) {
  if (count) item.emplace(name, number(*count));
}
template <class E>
  requires std::is_enum_v<E>
void add(const char* name, const std::optional<E>& value, Item& item) {
  if (value) item.emplace(name, number(static_cast<int>(*value)));
}

std::optional<std::string> text(DocumentReader& reader, std::string_view name) {
  if (!reader.has(name)) return std::nullopt;
  return reader.text(name);
}
std::optional<UnixMillis> time(DocumentReader& reader, std::string_view name) {
  if (!reader.has(name)) return std::nullopt;
  return UnixMillis(reader.integer(name));
}
template <class E>
std::optional<E> enumerated(DocumentReader& reader, std::string_view name) {
  if (!reader.has(name)) return std::nullopt;
  return static_cast<E>(reader.integer(name));
}
std::optional<std::int64_t> count(DocumentReader& reader, std::string_view name) {
  if (!reader.has(name)) return std::nullopt;
  return reader.integer(name);
}

Map request_document(const ExportTableRequest& request) {
  Map map{{"table", request.table}, {"bucket", request.bucket}};
  add("time", request.export_time, map);
  add("token", request.client_token, map);
  add("owner", request.bucket_owner, map);
  add("prefix", request.prefix, map);
  add("sse", request.sse_algorithm, map);
  add("sse_key", request.sse_kms_key_id, map);
  add("format", request.format, map);
  add("type", request.type, map);
  if (request.incremental) {
    Map span;
    add("from", request.incremental->from, span);
    add("to", request.incremental->to, span);
    add("view", request.incremental->view, span);
    map.emplace("incremental", std::move(span));
  }
  return map;
}

ExportTableRequest read_request(DocumentReader& parent, std::string_view name) {
  DocumentReader reader(parent.map(name));
  ExportTableRequest request;
  request.table = reader.text("table");
  request.bucket = reader.text("bucket");
  request.export_time = time(reader, "time");
  request.client_token = text(reader, "token");
  request.bucket_owner = text(reader, "owner");
  request.prefix = text(reader, "prefix");
  request.sse_algorithm = text(reader, "sse");
  request.sse_kms_key_id = text(reader, "sse_key");
  request.format = enumerated<ExportFormat>(reader, "format");
  request.type = enumerated<ExportType>(reader, "type");
  if (reader.has("incremental")) {
    DocumentReader span(reader.map("incremental"));
    request.incremental = IncrementalExport{time(span, "from"), time(span, "to"),
                                            enumerated<ExportView>(span, "view")};
  }
  if (!reader.ok()) parent.fail();
  return request;
}

List partitions_document(const std::vector<throughput::KeyPoint>& partitions) {
  List list;
  for (const throughput::KeyPoint& point : partitions) {
    list.emplace_back(Map{{"hash", std::to_string(point.hash)}, {"sort", Binary{point.sort}}});
  }
  return list;
}

std::vector<throughput::KeyPoint> read_partitions(DocumentReader& reader) {
  std::vector<throughput::KeyPoint> partitions;
  for (const AttributeValue& value : reader.list("partitions")) {
    const Map* map = value.get_if<Map>();
    if (map == nullptr) return reader.fail(), partitions;
    DocumentReader members(*map);
    const std::string digits = members.text("hash");
    std::uint64_t hash = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), hash);
    partitions.emplace_back(hash, members.bytes("sort"));
  }
  return partitions;
}

}  // namespace

Item export_document(const StoredExport& stored) {
  const ExportDescription& d = stored.description;
  Item document{{"status", number(static_cast<int>(d.status))},
                {"start", number(d.start.count())},
                {"table_id", d.table_id},
                {"table", stored.table_name},
                {"request", request_document(d.request)},
                {"asked", request_document(stored.asked)},
                {"key", key_document(stored.key)},
                {"source", number(stored.source)},
                {"records", number(stored.records)},
                {"copy_marks", number(stored.copy_marks)},
                {"marks", number(stored.marks)},
                {"partitions", partitions_document(stored.partitions)}};
  add("end", d.end, document);
  add("manifest", d.manifest, document);
  add("failure_code", d.failure_code, document);
  add("failure_message", d.failure_message, document);
  add("billed", d.billed_bytes, document);
  add("items", d.item_count, document);
  return document;
}

Result<StoredExport> export_from_document(const Core& core, std::string id, const Item& document) {
  DocumentReader reader(document);
  StoredExport stored;
  stored.id = std::move(id);
  ExportDescription& d = stored.description;
  d.status = static_cast<ExportStatus>(reader.integer("status"));
  d.start = UnixMillis(reader.integer("start"));
  d.table_id = reader.text("table_id");
  stored.table_name = reader.text("table");
  d.table_arn = table_arn(core.options().region, core.options().account, stored.table_name);
  d.arn = job_arn(d.table_arn, "export", stored.id);
  d.request = read_request(reader, "request");
  stored.asked = read_request(reader, "asked");
  stored.key = read_key(reader, "key");
  stored.source = static_cast<ResourceId>(reader.integer("source"));
  stored.records = static_cast<ResourceId>(reader.integer("records"));
  stored.copy_marks = static_cast<ResourceId>(reader.integer("copy_marks"));
  stored.marks = static_cast<ResourceId>(reader.integer("marks"));
  stored.partitions = read_partitions(reader);
  d.end = time(reader, "end");
  d.manifest = text(reader, "manifest");
  d.failure_code = text(reader, "failure_code");
  d.failure_message = text(reader, "failure_message");
  d.billed_bytes = count(reader, "billed");
  d.item_count = count(reader, "items");
  if (!reader.ok()) return Error::internal("the record of an export is damaged");
  return stored;
}

Result<std::vector<StoredExport>> all_exports(Core& core) {
  ASSIGN_OR_RETURN(auto shelf, core.catalog().shelf(Shelf::exports));
  std::vector<StoredExport> exports;
  for (auto& [id, document] : shelf) {
    ASSIGN_OR_RETURN(StoredExport stored, export_from_document(core, std::move(id), document));
    exports.push_back(std::move(stored));
  }
  std::reverse(exports.begin(), exports.end());
  return exports;
}

Item import_document(const StoredImport& stored, Item table) {
  const ImportDescription& d = stored.description;
  Item document{{"status", number(static_cast<int>(d.status))},
                {"start", number(d.start.count())},
                {"bucket", d.source.bucket},
                {"format", number(static_cast<int>(d.format))},
                {"compression", number(static_cast<int>(d.compression))},
                {"fingerprint", stored.fingerprint},
                {"table_id", number(stored.table)},
                {"file", stored.file_key},
                {"rows_done", number(stored.rows_done)},
                {"bytes_before", number(stored.bytes_before)},
                {"is_read", stored.is_read},
                {"log_bytes", number(stored.log_bytes)},
                {"errors", number(d.error_count)},
                {"processed_bytes", number(d.processed_bytes)},
                {"processed_items", number(d.processed_items)},
                {"imported_items", number(d.imported_items)},
                {"table", std::move(table)}};
  add("end", d.end, document);
  add("token", d.client_token, document);
  add("owner", d.source.bucket_owner, document);
  add("prefix", d.source.prefix, document);
  add("failure_code", d.failure_code, document);
  add("failure_message", d.failure_message, document);
  if (d.csv) {
    Map csv;
    add("delimiter", d.csv->delimiter, csv);
    if (d.csv->header) {
      List header;
      for (const std::string& name : *d.csv->header) header.emplace_back(name);
      csv.emplace("header", std::move(header));
    }
    document.emplace("csv", std::move(csv));
  }
  return document;
}

Result<StoredImport> import_from_document(const Core& core, std::string id, const Item& document) {
  DocumentReader reader(document);
  StoredImport stored;
  stored.id = std::move(id);
  ImportDescription& d = stored.description;
  d.status = static_cast<ImportStatus>(reader.integer("status"));
  d.start = UnixMillis(reader.integer("start"));
  d.source.bucket = reader.text("bucket");
  d.format = static_cast<ImportFormat>(reader.integer("format"));
  d.compression = static_cast<ImportCompression>(reader.integer("compression"));
  stored.fingerprint = reader.text("fingerprint");
  stored.table = static_cast<ResourceId>(reader.integer("table_id"));
  stored.file_key = reader.text("file");
  stored.rows_done = reader.integer("rows_done");
  stored.bytes_before = reader.integer("bytes_before");
  stored.is_read = reader.boolean("is_read");
  stored.log_bytes = reader.integer("log_bytes");
  d.error_count = reader.integer("errors");
  d.processed_bytes = reader.integer("processed_bytes");
  d.processed_items = reader.integer("processed_items");
  d.imported_items = reader.integer("imported_items");
  d.end = time(reader, "end");
  d.client_token = text(reader, "token");
  d.source.bucket_owner = text(reader, "owner");
  d.source.prefix = text(reader, "prefix");
  d.failure_code = text(reader, "failure_code");
  d.failure_message = text(reader, "failure_message");
  if (reader.has("csv")) {
    DocumentReader csv(reader.map("csv"));
    d.csv.emplace();
    d.csv->delimiter = text(csv, "delimiter");
    if (csv.has("header")) {
      for (const AttributeValue& name : csv.list("header")) {
        const auto* column = name.get_if<std::string>();
        d.csv->header = d.csv->header.value_or(std::vector<std::string>());
        if (column != nullptr) d.csv->header->push_back(*column);
      }
    }
  }
  std::optional<StoredTable> table = table_from_document(reader.map("table"));
  if (!table || !reader.ok()) return Error::internal("the record of an import is damaged");
  d.table = std::move(table->description);
  d.table.arn = table_arn(core.options().region, core.options().account, d.table.name);
  d.table_arn = d.table.arn;
  d.table_id = d.table.id;
  d.arn = job_arn(d.table_arn, "import", stored.id);
  d.log_group_arn = "arn:aws:logs:" + core.options().region + ":" + core.options().account +
                    ":log-group:/aws-dynamodb/imports:*";
  return stored;
}

Result<std::vector<StoredImport>> all_imports(Core& core) {
  ASSIGN_OR_RETURN(auto shelf, core.catalog().shelf(Shelf::imports));
  std::vector<StoredImport> imports;
  for (auto& [id, document] : shelf) {
    ASSIGN_OR_RETURN(StoredImport stored, import_from_document(core, std::move(id), document));
    imports.push_back(std::move(stored));
  }
  std::reverse(imports.begin(), imports.end());
  return imports;
}

}  // namespace isotherm::engine
