// isotherm schema check: every problem of a schema at once, of the file alone or of what it says
// about live tables.

#include <fmt/format.h>

#include <filesystem>

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/records.h"
#include "cli/schema_problems.h"
#include "cli/upstream_options.h"
#include "store/engine/engine.h"

namespace isotherm::cli {
namespace {

class SchemaCheckCommand final : public Command {
 public:
  void declare(Options& options) override {
    options.path("FILE", "FILE", file_, "the sharding schema");
    options.path("--data", "DIR", data_,
                 "also hold it against the tables in this folder of a server that does not run");
    upstream_.declare(options);
    options.text("--region", "NAME", region_, "what requests to the upstream are signed for")
        .variables = {"AWS_REGION", "AWS_DEFAULT_REGION"};
    options.flag("--allow-missing", allow_missing_,
                 "a table that the store does not have yet is no problem");
    declare_form(options, form_, json_);
  }

  int run(Terminal& terminal) override;

 private:
  int fail(const Terminal& terminal, std::string_view code, const std::string& message,
           int exit) const {
    terminal.fail(code, message);
    return exit;
  }
  Expected<std::unique_ptr<Store>, int> open_store(const Terminal& terminal) const;
  Expected<schema::Problems, int> problems_with_store(const Terminal& terminal,
                                                      const schema::Schema& schema) const;
  int show(const Terminal& terminal, const schema::Problems& problems,
           const std::string& praise) const;

  std::string file_;
  std::string data_;
  UpstreamOptions upstream_;
  std::string region_;
  bool allow_missing_ = false;
  RecordForm form_ = RecordForm::plain;
  bool json_ = false;
};

int SchemaCheckCommand::run(Terminal& terminal) {
  if (json_) form_ = RecordForm::json;
  if (file_.empty())
    return terminal.fail("usage", "which schema?", "Try: isotherm schema check isotherm.yaml"),
           exit_usage;
  const auto parsed = schema::parse_file(file_);
  if (!parsed.ok()) {
    // A file that cannot be read was not checked.
    if (parsed.error().front().line == 0)
      return fail(terminal, "usage", schema::to_string(parsed.error().front(), file_), exit_usage);
    return show(terminal, parsed.error(), {});
  }
  std::size_t indexes = 0;
  for (const auto& [name, table] : parsed->tables) indexes += table.indexes.size();
  const auto praise = [&](const std::string& against) {
    return fmt::format("{} has no problem{} (tables: {}, indexes: {})\n", file_, against,
                       parsed->tables.size(), indexes);
  };
  if (!data_.empty() && upstream_.is_set())
    return fail(terminal, "usage", "--data and --upstream exclude each other.", exit_usage);
  if (data_.empty() && !upstream_.is_set()) return show(terminal, {}, praise(" in itself"));
  const auto problems = problems_with_store(terminal, *parsed);
  if (!problems.ok()) return problems.error();
  return show(terminal, *problems,
              praise(upstream_.is_set() ? " with the tables of " + upstream_.url
                                        : " with the tables in " + data_));
}

Expected<std::unique_ptr<Store>, int> SchemaCheckCommand::open_store(
    const Terminal& terminal) const {
  if (upstream_.is_set()) {
    auto opened = upstream_.open(upstream_.region(region_), /*threads=*/1);
    if (!opened.ok()) return fail(terminal, "usage", opened.error(), exit_usage);
    return std::unique_ptr<Store>(std::move(opened).value());
  }
  std::error_code error;
  if (!std::filesystem::is_directory(data_, error))
    return fail(terminal, "data", data_ + " is no folder", exit_usage);
  // Nothing is changed by looking.
  engine::EngineOptions options;
  options.data_dir = data_;
  options.background = false;
  options.throughput.mode = throughput::Mode::off;
  auto opened = engine::Engine::open(options);
  if (!opened.ok()) return fail(terminal, "data", opened.error().message(), exit_failed);
  return std::unique_ptr<Store>(std::move(opened).value());
}

Expected<schema::Problems, int> SchemaCheckCommand::problems_with_store(
    const Terminal& terminal, const schema::Schema& schema) const {
  ASSIGN_OR_RETURN(const auto store, open_store(terminal));
  auto found = problems_with(*store, std::make_shared<const schema::Schema>(schema));
  auto missing = allow_missing_ ? Result<schema::Problems>(schema::Problems())
                                : missing_tables(*store, schema);
  for (const auto* result : {&found, &missing})
    if (!result->ok())
      return fail(terminal, upstream_.is_set() ? "upstream" : "data",
                  "the schema cannot be checked: " + result->error().message(),
                  upstream_.is_set() ? exit_service_error : exit_failed);
  found->insert(found->end(), missing->begin(), missing->end());
  return schema::sorted_by_line(*found);
}

int SchemaCheckCommand::show(const Terminal& terminal, const schema::Problems& problems,
                             const std::string& praise) const {
  if (form_ == RecordForm::plain) {
    terminal.out(problems.empty() ? praise : schema::to_string(problems, file_));
  } else {
    RecordWriter writer(terminal, form_, "problems",
                        {{"file"}, {"line", true}, {"problem"}, {"cure"}});
    for (const auto& problem : problems)
      writer.add({file_, std::to_string(problem.line), problem.what, problem.cure});
    writer.finish();
  }
  return problems.empty() ? exit_done : exit_check_failed;
}

}  // namespace

std::unique_ptr<Command> make_schema_check() { return std::make_unique<SchemaCheckCommand>(); }

}  // namespace isotherm::cli
