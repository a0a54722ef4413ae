// ExportTableToPointInTime, DescribeExport, ListExports.

#include <algorithm>

#include "store/engine/backup_records.h"
#include "store/engine/export_job.h"
#include "store/engine/export_messages.h"
#include "store/engine/job_pages.h"
#include "store/engine/messages.h"
#include "store/engine/new_table.h"
#include "store/engine/operations.h"
#include "store/engine/recovery.h"

namespace isotherm::engine {
namespace {

constexpr std::chrono::minutes span_min{15};
constexpr std::chrono::hours span_max{24};
constexpr std::int64_t exports_page = 25;

bool is_incremental(const ExportTableRequest& request) {
  return request.type == ExportType::incremental;
}

/// Times against each other, and against what is kept.
Result<void> check_times(ExportTableRequest& request, const TableDescription& table,
                         UnixMillis now) {
  const UnixMillis earliest = earliest_restorable(table, now);
  if (!is_incremental(request)) {
    if (request.incremental) return messages::span_of_full_export();
    if (!request.export_time) request.export_time = now;
    if (*request.export_time > now || *request.export_time < earliest) {
      return messages::bad_export_time();
    }
    return {};
  }
  if (request.export_time) return messages::time_of_incremental_export();
  if (!request.incremental || !request.incremental->from) return messages::no_span();
  IncrementalExport& span = *request.incremental;
  if (!span.to) span.to = now;
  if (!span.view) span.view = ExportView::new_and_old_images;
  if (*span.from >= *span.to) return messages::span_backwards();
  if (*span.to - *span.from < span_min || *span.to - *span.from > span_max) {
    return messages::bad_span();
  }
  if (*span.to > now || *span.from < earliest) return messages::bad_export_time();
  return {};
}

/// An export that was asked for with the same token; nothing: none was.
Result<std::optional<StoredExport>> asked_before(Core& core, const ExportTableRequest& request) {
  if (!request.client_token) return std::optional<StoredExport>();
  ASSIGN_OR_RETURN(std::vector<StoredExport> exports, all_exports(core));
  for (StoredExport& stored : exports) {
    if (stored.asked.client_token != request.client_token) continue;
    const auto& end = stored.description.end;
    if (end && core.clock().unix_time() - *end > tokens_kept) continue;
    if (!(stored.asked == request)) return messages::export_token_reused();
    return std::optional(std::move(stored));
  }
  return std::optional<StoredExport>();
}

std::vector<throughput::KeyPoint> partitions_of(const Table& table) {
  const std::lock_guard lock(table.load->mutex);
  const auto borders = table.load->table.resource.borders();
  std::vector<throughput::KeyPoint> begins;
  begins.reserve(borders->size());
  for (std::size_t i = 0; i < borders->size(); ++i) begins.push_back(borders->begin_of(i));
  return begins;
}

}  // namespace

Result<ExportDescription> export_table(Core& core, const ExportTableRequest& request) {
  if (core.options().bucket_root.empty()) return messages::no_bucket_root();
  TRY(check_prefix(request.prefix));
  const std::lock_guard lock(core.table_mutex());
  const TablePtr table = core.tables().find(request.table);
  if (table == nullptr) return messages::no_such_table(request.table);
  ASSIGN_OR_RETURN(std::optional<StoredExport> known, asked_before(core, request));
  if (known) return std::move(known->description);
  if (!table->description.recovery_days) return messages::no_recovery(table->description.name);

  StoredExport stored;
  stored.asked = request;
  ExportDescription& d = stored.description;
  d.start = core.clock().unix_time();
  d.request = request;
  d.request.type = request.type.value_or(ExportType::full);
  d.request.format = request.format.value_or(ExportFormat::dynamodb_json);
  d.request.sse_algorithm = request.sse_algorithm.value_or("AES256");
  if (!d.request.client_token) d.request.client_token = random_uuid();
  TRY(check_times(d.request, table->description, d.start));
  if (core.jobs().count() >= jobs_max) return messages::too_many_jobs();

  rocksdb::WriteBatch batch;
  stored.id = new_job_id(d.start);
  stored.table_name = table->description.name;
  stored.key = table->description.key;
  stored.source = table->id;
  ASSIGN_OR_RETURN(stored.records, core.catalog().next_id(batch));
  ASSIGN_OR_RETURN(stored.copy_marks, core.catalog().next_id(batch));
  ASSIGN_OR_RETURN(stored.marks, core.catalog().next_id(batch));
  stored.partitions = partitions_of(*table);
  d.table_arn = table->description.arn;
  d.table_id = table->description.id;
  d.arn = job_arn(d.table_arn, "export", stored.id);
  core.catalog().put_shelved(Shelf::exports, stored.id, export_document(stored), batch);

  ExportDescription answer = d;
  std::shared_ptr<TableCopy> copy;
  if (stored.is_incremental()) {
    TRY(core.database().write(batch));
  } else {
    copy = std::make_shared<TableCopy>(table->id, stored.records, stored.copy_marks, std::string());
    ASSIGN_OR_RETURN(const TablePtr current, begin_copy(core, table, copy, batch));
  }
  core.jobs().add(std::make_unique<ExportJob>(core, std::move(stored), std::move(copy)));
  core.wake();
  return answer;
}

Result<ExportDescription> describe_export(Core& core, const DescribeExportRequest& request) {
  const std::optional<JobName> name = parse_job_arn(request.export_arn, "export");
  if (!name) return messages::export_not_found(request.export_arn);
  ASSIGN_OR_RETURN(const auto document, core.catalog().shelved(Shelf::exports, name->id));
  if (!document) return messages::export_not_found(request.export_arn);
  ASSIGN_OR_RETURN(StoredExport stored, export_from_document(core, name->id, *document));
  if (stored.table_name != name->table) return messages::export_not_found(request.export_arn);
  return std::move(stored.description);
}

Result<ListExportsResponse> list_exports(Core& core, const ListExportsRequest& request) {
  ASSIGN_OR_RETURN(std::vector<StoredExport> exports, all_exports(core));
  if (request.table) {
    const std::string_view name = table_name_of(*request.table);
    std::erase_if(exports, [&](const StoredExport& one) { return one.table_name != name; });
  }
  ListExportsResponse response;
  ASSIGN_OR_RETURN(response.next_token,
                   take_page(exports, request.next_token,
                             request.max_results.value_or(exports_page), [&](StoredExport& one) {
                               response.exports.push_back(std::move(one.description));
                             }));
  return response;
}

}  // namespace isotherm::engine
