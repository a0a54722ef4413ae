// ImportTable, DescribeImport, ListImports.

#include <algorithm>

#include "store/engine/backup_records.h"
#include "store/engine/catalog_document.h"
#include "store/engine/export_messages.h"
#include "store/engine/import_job.h"
#include "store/engine/job_pages.h"
#include "store/engine/messages.h"
#include "store/engine/new_table.h"
#include "store/engine/operations.h"

namespace isotherm::engine {
namespace {

constexpr std::int64_t imports_page = 25;

/// Everything that a request says, in one text: two requests are equal when their texts are.
class Fingerprint {
 public:
  void add(std::string_view text) {
    text_.append(std::to_string(text.size())).append(":").append(text);
  }
  void add(const std::string& text) { add(std::string_view(text)); }
  void add(std::int64_t number) { add(std::to_string(number)); }
  void add(const ProvisionedThroughput& units) { add(units.read_units), add(units.write_units); }
  void add(const OnDemandThroughput& units) {
    add(units.max_read_units.value_or(0)), add(units.max_write_units.value_or(0));
  }
  template <class E>
    requires std::is_enum_v<E>
  void add(E value) {
    add(static_cast<std::int64_t>(value));
  }
  template <class T>
  void add(const std::optional<T>& value) {
    add(std::int64_t{value.has_value()});
    if (value) add(*value);
  }
  void add(const std::vector<std::string>& texts) {
    for (const std::string& text : texts) add(text);
    add(std::int64_t{-1});
  }
  void add(const std::vector<KeySchemaElement>& key) {
    for (const KeySchemaElement& element : key) {
      add(element.attribute_name), add(std::int64_t{element.is_partition_key});
    }
    add(std::int64_t{-1});
  }
  void add(const ProjectionRequest& projection) {
    add(projection.type), add(projection.non_key_attributes);
  }
  void add(const std::vector<SecondaryIndexRequest>& indexes) {
    for (const SecondaryIndexRequest& index : indexes) {
      add(index.index_name), add(index.key_schema), add(index.projection);
      add(index.provisioned), add(index.on_demand), add(index.warm);
    }
    add(std::int64_t{-1});
  }

  std::string take() && { return std::move(text_); }

 private:
  std::string text_;
};

std::string fingerprint(const ImportTableRequest& request) {
  Fingerprint print;
  print.add(request.source.bucket_owner), print.add(request.source.bucket);
  print.add(request.source.prefix), print.add(request.format), print.add(request.compression);
  if (request.csv) print.add(request.csv->delimiter), print.add(request.csv->header);
  const CreateTableRequest& table = request.table;
  print.add(table.table_name);
  for (const AttributeDefinition& attribute : table.attribute_definitions) {
    print.add(attribute.name), print.add(attribute.type);
  }
  print.add(table.key_schema), print.add(table.global_indexes), print.add(table.billing_mode);
  print.add(table.provisioned), print.add(table.on_demand);
  return std::move(print).take();
}

/// An import that was asked for with the same token; nothing: none was.
Result<std::optional<StoredImport>> asked_before(Core& core, const ImportTableRequest& request) {
  if (!request.client_token) return std::optional<StoredImport>();
  ASSIGN_OR_RETURN(std::vector<StoredImport> imports, all_imports(core));
  for (StoredImport& stored : imports) {
    const ImportDescription& d = stored.description;
    if (d.client_token != request.client_token) continue;
    if (d.end && core.clock().unix_time() - *d.end > tokens_kept) continue;
    if (stored.fingerprint != fingerprint(request)) return messages::import_token_reused();
    return std::optional(std::move(stored));
  }
  return std::optional<StoredImport>();
}

ImportDescription describe(const Core& core, const ImportTableRequest& request) {
  ImportDescription d;
  d.start = core.clock().unix_time();
  d.client_token = request.client_token.value_or(random_uuid());
  d.source = request.source;
  d.format = request.format;
  d.csv = request.csv;
  d.compression = request.compression.value_or(ImportCompression::none);
  d.log_group_arn = "arn:aws:logs:" + core.options().region + ":" + core.options().account +
                    ":log-group:/aws-dynamodb/imports:*";
  return d;
}

}  // namespace

Result<ImportDescription> import_table(Core& core, const ImportTableRequest& request) {
  if (core.options().bucket_root.empty()) return messages::no_bucket_root();
  if (request.csv && request.format != ImportFormat::csv) {
    return messages::csv_options_without_csv();
  }
  TRY(check_prefix(request.source.prefix));
  const std::lock_guard lock(core.table_mutex());
  ASSIGN_OR_RETURN(std::optional<StoredImport> known, asked_before(core, request));
  if (known) return std::move(known->description);
  ASSIGN_OR_RETURN(TableDescription description, describe_new_table(core, request.table));
  if (core.tables().find(description.name) != nullptr) {
    return messages::table_exists(description.name);
  }
  if (core.jobs().count() >= jobs_max) return messages::too_many_jobs();

  rocksdb::WriteBatch batch;
  ASSIGN_OR_RETURN(std::shared_ptr<Table> table, make_table(core, std::move(description), batch));
  table->is_loading = true;
  StoredImport stored;
  stored.id = new_job_id(core.clock().unix_time());
  stored.fingerprint = fingerprint(request);
  stored.table = table->id;
  stored.description = describe(core, request);
  ImportDescription& d = stored.description;
  d.table = table->description;
  d.table_arn = d.table.arn;
  d.table_id = d.table.id;
  d.arn = job_arn(d.table_arn, "import", stored.id);
  Item document = table_document(*table);
  core.catalog().put_table(*table, batch);
  core.catalog().put_shelved(Shelf::imports, stored.id, import_document(stored, document), batch);
  TRY(core.database().write(batch));
  core.tables().publish(std::move(table));
  ImportDescription answer = d;
  core.jobs().add(std::make_unique<ImportJob>(core, std::move(stored), std::move(document)));
  core.wake();
  return answer;
}

Result<ImportDescription> describe_import(Core& core, const DescribeImportRequest& request) {
  const std::optional<JobName> name = parse_job_arn(request.import_arn, "import");
  if (!name) return messages::import_not_found(request.import_arn);
  ASSIGN_OR_RETURN(const auto document, core.catalog().shelved(Shelf::imports, name->id));
  if (!document) return messages::import_not_found(request.import_arn);
  ASSIGN_OR_RETURN(StoredImport stored, import_from_document(core, name->id, *document));
  if (stored.description.table.name != name->table) {
    return messages::import_not_found(request.import_arn);
  }
  return std::move(stored.description);
}

Result<ListImportsResponse> list_imports(Core& core, const ListImportsRequest& request) {
  ASSIGN_OR_RETURN(std::vector<StoredImport> imports, all_imports(core));
  if (request.table) {
    const std::string_view name = table_name_of(*request.table);
    std::erase_if(imports,
                  [&](const StoredImport& one) { return one.description.table.name != name; });
  }
  ListImportsResponse response;
  ASSIGN_OR_RETURN(response.next_token,
                   take_page(imports, request.next_token, request.page_size.value_or(imports_page),
                             [&](StoredImport& one) {
                               response.imports.push_back(std::move(one.description));
                             }));
  return response;
}

}  // namespace isotherm::engine
