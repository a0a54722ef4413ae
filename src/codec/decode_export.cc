// The operations on exports and imports out of JSON.
//
// SSESpecification is checked and then left out, as it is of CreateTable.

#include <algorithm>

#include "codec/decode.h"
#include "codec/decode_body.h"
#include "codec/decode_schema.h"
#include "codec/name.h"

namespace isotherm::codec {
namespace {

constexpr std::int64_t page_max = 25;

bool is_alphanumeric(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

void break_pattern(Reader& reader, const Place& place, std::string_view text,
                   std::string_view pattern) {
  reader.violation(place, Reader::quoted(text),
                   "Member must satisfy regular expression pattern: " + std::string(pattern));
}

void read_bucket(Reader& reader, const Place& place, const Json& json, std::string& out) {
  if (!reader.read(json, out)) return;
  const bool fits = out.size() >= 2 && is_alphanumeric(out.front()) &&
                    is_alphanumeric(out.back()) && std::all_of(out.begin(), out.end(), [](char c) {
                      return is_alphanumeric(c) || c == '.' || c == '-' || c == '_';
                    });
  if (!fits) break_pattern(reader, place, out, "^[a-z0-9A-Z]+[\\.\\-\\w]*[a-z0-9A-Z]+$");
  reader.check_length(place, out, 0, 255);
}

void read_owner(Reader& reader, const Place& place, const Json& json,
                std::optional<std::string>& out) {
  if (!reader.read(json, out)) return;
  const bool fits = out->size() == 12 && std::all_of(out->begin(), out->end(),
                                                     [](char c) { return c >= '0' && c <= '9'; });
  if (!fits) break_pattern(reader, place, *out, "[0-9]{12}");
}

void read_prefix(Reader& reader, const Place& place, const Json& json,
                 std::optional<std::string>& out) {
  if (reader.read(json, out)) reader.check_length(place, *out, 0, 1024);
}

void read_token(Reader& reader, const Place& place, const Json& json,
                std::optional<std::string>& out) {
  if (!reader.read(json, out)) return;
  if (out->empty() || out->find('$') != std::string::npos) {
    break_pattern(reader, place, *out, "^[^\\$]+$");
  }
}

template <class T>
void table(Reader& reader, const Place& place, const Json& json, T& out) {
  std::string name;
  read_table_reference(reader, place, json, name);
  out.table = std::move(name);
}

constexpr Members<IncrementalExport, 3> incremental_members{{
    {"ExportFromTime", [](Reader& reader, const Place&, const Json& json,
                          IncrementalExport& out) { reader.read_time(json, out.from); }},
    {"ExportToTime", [](Reader& reader, const Place&, const Json& json,
                        IncrementalExport& out) { reader.read_time(json, out.to); }},
    {"ExportViewType",
     [](Reader& reader, const Place& place, const Json& json, IncrementalExport& out) {
       reader.read_enum(place, json, export_view_names, out.view);
     }},
}};

using Export = ExportTableRequest;
constexpr Members<Export, 11> export_members{{
    {"TableArn", table<Export>, true},
    {"ExportTime", [](Reader& reader, const Place&, const Json& json,
                      Export& out) { reader.read_time(json, out.export_time); }},
    {"ClientToken", [](Reader& reader, const Place& place, const Json& json,
                       Export& out) { read_token(reader, place, json, out.client_token); }},
    {"S3Bucket",
     [](Reader& reader, const Place& place, const Json& json, Export& out) {
       read_bucket(reader, place, json, out.bucket);
     },
     true},
    {"S3BucketOwner", [](Reader& reader, const Place& place, const Json& json,
                         Export& out) { read_owner(reader, place, json, out.bucket_owner); }},
    {"S3Prefix", [](Reader& reader, const Place& place, const Json& json,
                    Export& out) { read_prefix(reader, place, json, out.prefix); }},
    {"S3SseAlgorithm",
     [](Reader& reader, const Place& place, const Json& json, Export& out) {
       reader.read_enum(place, json, sse_algorithm_names, out.sse_algorithm);
     }},
    {"S3SseKmsKeyId",
     [](Reader& reader, const Place& place, const Json& json, Export& out) {
       if (!reader.read(json, out.sse_kms_key_id)) return;
       reader.check_length(place, *out.sse_kms_key_id, 1, 2048);
     }},
    {"ExportFormat",
     [](Reader& reader, const Place& place, const Json& json, Export& out) {
       reader.read_enum(place, json, export_format_names, out.format);
     }},
    {"ExportType", [](Reader& reader, const Place& place, const Json& json,
                      Export& out) { reader.read_enum(place, json, export_type_names, out.type); }},
    {"IncrementalExportSpecification",
     [](Reader& reader, const Place& place, const Json& json, Export& out) {
       read_structure(reader, place, json, "IncrementalExportSpecification", Position::field,
                      incremental_members, out.incremental.emplace());
     }},
}};

constexpr Members<DescribeExportRequest, 1> describe_export_members{{
    {"ExportArn",
     [](Reader& reader, const Place& place, const Json& json, DescribeExportRequest& out) {
       if (reader.read(json, out.export_arn)) read_arn_length(reader, place, out.export_arn);
     },
     true},
}};

constexpr Members<ListExportsRequest, 3> list_exports_members{{
    {"TableArn", table<ListExportsRequest>},
    {"MaxResults",
     [](Reader& reader, const Place& place, const Json& json, ListExportsRequest& out) {
       read_page_size(reader, place, json, page_max, out.max_results);
     }},
    {"NextToken", [](Reader& reader, const Place&, const Json& json,
                     ListExportsRequest& out) { reader.read(json, out.next_token); }},
}};

constexpr Members<ImportSource, 3> source_members{{
    {"S3BucketOwner", [](Reader& reader, const Place& place, const Json& json,
                         ImportSource& out) { read_owner(reader, place, json, out.bucket_owner); }},
    {"S3Bucket",
     [](Reader& reader, const Place& place, const Json& json, ImportSource& out) {
       read_bucket(reader, place, json, out.bucket);
     },
     true},
    {"S3KeyPrefix", [](Reader& reader, const Place& place, const Json& json,
                       ImportSource& out) { read_prefix(reader, place, json, out.prefix); }},
}};

constexpr Members<CsvImport, 2> csv_members{{
    {"Delimiter",
     [](Reader& reader, const Place& place, const Json& json, CsvImport& out) {
       if (!reader.read(json, out.delimiter)) return;
       constexpr std::string_view known = ",;:|\t ";
       const std::string& text = *out.delimiter;
       if (text.size() != 1 || known.find(text) == std::string_view::npos) {
         break_pattern(reader, place, text, "[,;:|\\t ]");
       }
     }},
    {"HeaderList",
     [](Reader& reader, const Place& place, const Json& json, CsvImport& out) {
       auto& header = out.header.emplace();
       reader.read_strings(json, header);
       if (header.empty()) {
         reader.violation(place, "'[]'", "Member must have length greater than or equal to 1");
       }
       if (header.size() > 255) {
         reader.violation(place, "'[" + header.front() + ", ...]'",
                          "Member must have length less than or equal to 255");
       }
     }},
}};

using Csv = std::optional<CsvImport>;
constexpr Members<Csv, 1> format_options_members{{
    {"Csv",
     [](Reader& reader, const Place& place, const Json& json, Csv& out) {
       read_structure(reader, place, json, "CsvOptions", Position::field, csv_members,
                      out.emplace());
     }},
}};

using NewTable = CreateTableRequest;
constexpr Members<NewTable, 8> new_table_members{{
    {"TableName",
     [](Reader& reader, const Place& place, const Json& json, NewTable& out) {
       if (reader.read(json, out.table_name)) reader.check_name(place, out.table_name, 3, 255);
     },
     true},
    {"AttributeDefinitions",
     [](Reader& reader, const Place& place, const Json& json, NewTable& out) {
       read_attribute_definitions(reader, place, json, out.attribute_definitions);
     },
     true},
    {"KeySchema",
     [](Reader& reader, const Place& place, const Json& json, NewTable& out) {
       read_key_schema(reader, place, json, out.key_schema);
     },
     true},
    {"BillingMode",
     [](Reader& reader, const Place& place, const Json& json, NewTable& out) {
       reader.read_enum(place, json, billing_mode_names, out.billing_mode);
     }},
    {"ProvisionedThroughput",
     [](Reader& reader, const Place& place, const Json& json, NewTable& out) {
       read_throughput(reader, place, json, out.provisioned);
     }},
    {"OnDemandThroughput",
     [](Reader& reader, const Place& place, const Json& json, NewTable& out) {
       read_on_demand(reader, place, json, out.on_demand);
     }},
    {"SSESpecification",
     [](Reader& reader, const Place& place, const Json& json, NewTable&) {
       std::optional<EncryptionRequest> left_out;
       read_encryption(reader, place, json, left_out);
     }},
    {"GlobalSecondaryIndexes",
     [](Reader& reader, const Place& place, const Json& json, NewTable& out) {
       read_list(reader, place, json, Position::field, out.global_indexes.emplace(),
                 [&](const Place& at, const Json& element, SecondaryIndexRequest& into) {
                   read_global_index(reader, at, element, "GlobalSecondaryIndex", Position::element,
                                     into);
                 });
     }},
}};

using Import = ImportTableRequest;
constexpr Members<Import, 6> import_members{{
    {"ClientToken", [](Reader& reader, const Place& place, const Json& json,
                       Import& out) { read_token(reader, place, json, out.client_token); }},
    {"S3BucketSource",
     [](Reader& reader, const Place& place, const Json& json, Import& out) {
       read_structure(reader, place, json, "S3BucketSource", Position::field, source_members,
                      out.source);
     },
     true},
    {"InputFormat",
     [](Reader& reader, const Place& place, const Json& json, Import& out) {
       reader.read_enum(place, json, import_format_names, out.format);
     },
     true},
    {"InputFormatOptions",
     [](Reader& reader, const Place& place, const Json& json, Import& out) {
       read_structure(reader, place, json, "InputFormatOptions", Position::field,
                      format_options_members, out.csv);
     }},
    {"InputCompressionType",
     [](Reader& reader, const Place& place, const Json& json, Import& out) {
       reader.read_enum(place, json, import_compression_names, out.compression);
     }},
    {"TableCreationParameters",
     [](Reader& reader, const Place& place, const Json& json, Import& out) {
       read_structure(reader, place, json, "TableCreationParameters", Position::field,
                      new_table_members, out.table);
     },
     true},
}};

constexpr Members<DescribeImportRequest, 1> describe_import_members{{
    {"ImportArn",
     [](Reader& reader, const Place& place, const Json& json, DescribeImportRequest& out) {
       if (reader.read(json, out.import_arn)) read_arn_length(reader, place, out.import_arn);
     },
     true},
}};

bool is_import_token(std::string_view text) {
  return text.size() % 16 == 0 && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

constexpr Members<ListImportsRequest, 3> list_imports_members{{
    {"TableArn", table<ListImportsRequest>},
    {"PageSize",
     [](Reader& reader, const Place& place, const Json& json, ListImportsRequest& out) {
       read_page_size(reader, place, json, page_max, out.page_size);
     }},
    {"NextToken",
     [](Reader& reader, const Place& place, const Json& json, ListImportsRequest& out) {
       if (!reader.read(json, out.next_token)) return;
       if (!is_import_token(*out.next_token)) {
         break_pattern(reader, place, *out.next_token, "([0-9a-f]{16})+");
       }
       reader.check_length(place, *out.next_token, 112, 1024);
     }},
}};

}  // namespace

template <>
Result<ExportTableRequest> decode(std::string_view body) {
  return decode_body(body, "ExportTableToPointInTimeInput", export_members);
}

template <>
Result<DescribeExportRequest> decode(std::string_view body) {
  return decode_body(body, "DescribeExportInput", describe_export_members);
}

template <>
Result<ListExportsRequest> decode(std::string_view body) {
  return decode_body(body, "ListExportsInput", list_exports_members);
}

template <>
Result<ImportTableRequest> decode(std::string_view body) {
  return decode_body(body, "ImportTableInput", import_members);
}

template <>
Result<DescribeImportRequest> decode(std::string_view body) {
  return decode_body(body, "DescribeImportInput", describe_import_members);
}

template <>
Result<ListImportsRequest> decode(std::string_view body) {
  return decode_body(body, "ListImportsInput", list_imports_members);
}

}  // namespace isotherm::codec
