// isotherm index audit: items whose shard attribute is not what the schema's rules give.

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/records.h"
#include "codec/decode.h"
#include "gateway/index_audit.h"
#include "gateway/index_tables.h"
#include "model/item_json.h"
#include "schema/schema.h"
#include "store/engine/engine.h"
#include "store/run.h"

namespace isotherm::cli {
namespace {

using Json = nlohmann::ordered_json;
using gateway::AuditedIndex;
using gateway::AuditFault;
using gateway::AuditProgress;

Json json_of(const Item& item) {
  std::string text;
  append_item(item, text);
  return Json::parse(text);
}

/// An item as append_item writes it; absent: it is none.
std::optional<Item> item_of(const Json& json) {
  auto request = codec::decode<GetItemRequest>(R"({"TableName":"abc","Key":)" + json.dump() + "}");
  if (!request.ok()) return std::nullopt;
  return std::move(request->key);
}

std::string value_text(const std::optional<AttributeValue>& value) {
  if (!value) return "none";
  std::string text;
  append_value(*value, text);
  return text;
}

/// What `--progress FILE` keeps: of each table and segment, where it goes on.
class ProgressFile {
 public:
  explicit ProgressFile(std::string path) : path_(std::move(path)) {}

  /// Absent: the file is there and is none of ours.
  std::optional<std::map<std::string, AuditProgress>> read() const {
    std::map<std::string, AuditProgress> all;
    std::ifstream file(path_, std::ios::binary);
    if (!file) return all;
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded() || !json.is_object() || !json.contains("tables")) return std::nullopt;
    for (const auto& [table, of_table] : json["tables"].items()) {
      AuditProgress progress;
      progress.scanned = of_table.value("scanned", std::int64_t{0});
      for (const Json& segment : of_table.value("segments", Json::array())) {
        auto& at = progress.segments.emplace_back();
        at.is_done = segment.value("done", false);
        if (segment.contains("next")) at.next = item_of(segment["next"]);
      }
      all.emplace(table, std::move(progress));
    }
    return all;
  }

  /// Beside the old one first, so that a crash leaves one of the two.
  bool write(const std::map<std::string, AuditProgress>& all) const {
    Json json = {{"schema_version", 1}, {"tables", Json::object()}};
    for (const auto& [table, progress] : all) {
      Json segments = Json::array();
      for (const auto& segment : progress.segments) {
        Json one = {{"done", segment.is_done}};
        if (segment.next) one["next"] = json_of(*segment.next);
        segments.push_back(std::move(one));
      }
      json["tables"][table] = {{"scanned", progress.scanned}, {"segments", std::move(segments)}};
    }
    const std::string beside = path_ + ".new";
    {
      std::ofstream file(beside, std::ios::binary | std::ios::trunc);
      if (!(file << json.dump(2) << '\n')) return false;
    }
    std::error_code error;
    std::filesystem::rename(beside, path_, error);
    return !error;
  }

 private:
  std::string path_;
};

class IndexAuditCommand final : public Command {
 public:
  void declare(Options& options) override {
    options.path("--schema", "FILE", schema_file_, "the sharding schema");
    options.path("--data", "DIR", data_, "the tables: the folder of a server that does not run");
    options.text("--table", "NAME", table_, "this table alone");
    options.flag("--repair", repair_, "give each such item the attribute that the rule gives");
    options.decimal("--rate", "N", rate_, 0.1, 1e9, "items a second, at the most");
    options.count("--segments", "N", segments_, 1, 1'024, "parts that are read at the same time");
    options.count("--samples", "N", samples_, 0, 10'000, "items that are shown of each index");
    options.path("--progress", "FILE", progress_file_,
                 "keeps how far it has come; with one that is there, it goes on from it");
    declare_form(options, form_, json_);
  }

  int run(Terminal& terminal) override;

 private:
  static int fail(const Terminal& terminal, std::string_view code, const std::string& message,
                  int exit) {
    terminal.fail(code, message, exit == exit_usage ? "Try: isotherm help index audit" : "");
    return exit;
  }
  Expected<std::shared_ptr<const schema::Schema>, int> read_schema(const Terminal& terminal) const;
  Expected<std::unique_ptr<Store>, int> open_store(const Terminal& terminal) const;
  int audit(const Terminal& terminal, Store& store, const schema::Schema& schema);
  gateway::AuditOptions audit_options(const Terminal& terminal, const std::string& table);
  void show(const Terminal& terminal, const std::vector<AuditedIndex>& all) const;
  void show_plain(const Terminal& terminal, const AuditedIndex& index) const;

  std::string schema_file_;
  std::string data_;
  std::string table_;
  bool repair_ = false;
  std::optional<double> rate_;
  std::uint32_t segments_ = 4;
  std::uint32_t samples_ = 10;
  std::string progress_file_;
  RecordForm form_ = RecordForm::plain;
  bool json_ = false;
  std::map<std::string, AuditProgress> progress_;
};

int IndexAuditCommand::run(Terminal& terminal) {
  if (json_) form_ = RecordForm::json;
  if (schema_file_.empty() || data_.empty())
    return fail(terminal, "usage", "which tables, by which schema?", exit_usage);
  const auto schema = read_schema(terminal);
  if (!schema.ok()) return schema.error();
  if (!progress_file_.empty()) {
    auto kept = ProgressFile(progress_file_).read();
    if (!kept) return fail(terminal, "usage", progress_file_ + " is no progress file", exit_usage);
    progress_ = *std::move(kept);
  }
  const auto store = open_store(terminal);
  if (!store.ok()) return store.error();
  // Repairs go through the index tables, so that those follow.
  gateway::IndexTables floor(**store, *schema, 10);
  return audit(terminal, floor, **schema);
}

Expected<std::shared_ptr<const schema::Schema>, int> IndexAuditCommand::read_schema(
    const Terminal& terminal) const {
  auto parsed = schema::parse_file(schema_file_);
  if (!parsed.ok())
    return Failure(
        fail(terminal, "schema",
             "the schema cannot be used:\n" + schema::to_string(parsed.error(), schema_file_),
             exit_usage));
  return std::make_shared<const schema::Schema>(std::move(parsed).value());
}

Expected<std::unique_ptr<Store>, int> IndexAuditCommand::open_store(
    const Terminal& terminal) const {
  std::error_code error;
  if (!std::filesystem::is_directory(data_, error))
    return Failure(fail(terminal, "data", data_ + " is no folder", exit_usage));
  engine::EngineOptions options;
  options.data_dir = data_;
  options.background = false;
  options.throughput.mode = throughput::Mode::off;
  auto opened = engine::Engine::open(options);
  if (!opened.ok()) return Failure(fail(terminal, "data", opened.error().message(), exit_failed));
  return std::unique_ptr<Store>(std::move(opened).value());
}

gateway::AuditOptions IndexAuditCommand::audit_options(const Terminal& terminal,
                                                       const std::string& table) {
  gateway::AuditOptions options;
  options.repair = repair_;
  options.segments = segments_;
  options.items_a_second = rate_;
  options.samples_max = samples_;
  auto told =
      std::make_shared<std::chrono::steady_clock::time_point>(std::chrono::steady_clock::now());
  options.on_page = [this, &terminal, table, told](const AuditProgress& progress,
                                                   const std::vector<AuditedIndex>& all) {
    const auto now = std::chrono::steady_clock::now();
    if (now - *told < std::chrono::seconds(1)) return;
    *told = now;
    std::int64_t found = 0;
    for (const AuditedIndex& index : all) found += index.found();
    terminal.say(fmt::format("{}: {} items looked at, {} found\n", table, progress.scanned, found));
    if (!progress_file_.empty()) ProgressFile(progress_file_).write(progress_);
  };
  return options;
}

int IndexAuditCommand::audit(const Terminal& terminal, Store& store, const schema::Schema& schema) {
  std::vector<AuditedIndex> all;
  bool any = false;
  for (const auto& [name, rule] : schema.tables) {
    if (!rule.has_sharded_index() || (!table_.empty() && table_ != name)) continue;
    any = true;
    auto audited = isotherm::run(
        gateway::audit_table(store, rule, progress_[name], audit_options(terminal, name)));
    if (!progress_file_.empty() && !ProgressFile(progress_file_).write(progress_))
      return fail(terminal, "progress", progress_file_ + " cannot be written", exit_failed);
    if (!audited.ok())
      return fail(terminal, "data",
                  name + " cannot be looked through: " + audited.error().message(), exit_failed);
    for (AuditedIndex& index : *audited) all.push_back(std::move(index));
  }
  if (!any)
    return fail(terminal, "usage",
                table_.empty() ? schema_file_ + " has no sharded index"
                               : "the schema has no sharded index of table " + table_,
                exit_usage);
  show(terminal, all);
  for (const AuditedIndex& index : all)
    if (index.left() > 0) return exit_check_failed;
  return exit_done;
}

void IndexAuditCommand::show_plain(const Terminal& terminal, const AuditedIndex& index) const {
  std::string text = fmt::format("{}.{}:", index.table, index.index);
  for (const AuditFault fault :
       {AuditFault::missing, AuditFault::wrong, AuditFault::superfluous, AuditFault::unplaceable}) {
    const auto at = index.faults.find(fault);
    text += fmt::format(" {} {}", gateway::fault_name(fault),
                        at == index.faults.end() ? 0 : at->second);
  }
  if (repair_)
    text +=
        fmt::format("; repaired {}, changed meanwhile {}", index.repaired, index.changed_meanwhile);
  text += "\n";
  for (const auto& sample : index.samples) {
    std::string key;
    append_item(sample.key, key);
    text += fmt::format("  {} {}: has {}, should have {}\n", gateway::fault_name(sample.fault), key,
                        value_text(sample.stored), value_text(sample.expected));
  }
  terminal.out(text);
}

void IndexAuditCommand::show(const Terminal& terminal, const std::vector<AuditedIndex>& all) const {
  if (form_ == RecordForm::plain) {
    for (const AuditedIndex& index : all) show_plain(terminal, index);
    return;
  }
  RecordWriter writer(terminal, form_, "indexes",
                      {{"table"},
                       {"index"},
                       {"missing", true},
                       {"wrong", true},
                       {"superfluous", true},
                       {"unplaceable", true},
                       {"repaired", true},
                       {"changed_meanwhile", true},
                       {"left", true}});
  for (const AuditedIndex& index : all) {
    const auto count = [&](AuditFault fault) {
      const auto at = index.faults.find(fault);
      return std::to_string(at == index.faults.end() ? 0 : at->second);
    };
    writer.add({index.table, index.index, count(AuditFault::missing), count(AuditFault::wrong),
                count(AuditFault::superfluous), count(AuditFault::unplaceable),
                std::to_string(index.repaired), std::to_string(index.changed_meanwhile),
                std::to_string(index.left())});
  }
  writer.finish();
}

}  // namespace

std::unique_ptr<Command> make_index_audit() { return std::make_unique<IndexAuditCommand>(); }

}  // namespace isotherm::cli
