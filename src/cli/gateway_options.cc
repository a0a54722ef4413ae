#include "cli/gateway_options.h"

#include "cli/log.h"
#include "gateway/cursor_seal.h"

namespace isotherm::cli {

Expected<gateway::GatewayOptions, std::string> gateway_options(const ServeOptions& options) {
  gateway::GatewayOptions made;
  made.scatter_concurrency = static_cast<int>(options.scatter_concurrency);
  made.hedge = options.hedge;
  made.on_scatter = [](std::string_view table, std::string_view index) {
    log(LogLevel::warn, "a query asks all shards", {{"table", table}, {"index", index}});
  };
  if (options.cursor_keys_file.empty()) return made;
  auto seal = gateway::CursorSeal::read(options.cursor_keys_file);
  if (!seal.ok())
    return Failure(options.cursor_keys_file + " cannot be used: " + seal.error() + ".");
  made.cursor_seal = std::make_shared<const gateway::CursorSeal>(std::move(seal).value());
  return made;
}

}  // namespace isotherm::cli
