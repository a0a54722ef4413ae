// The engine in this process, and the gateway before it, spoken to through wire::dispatch.

#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "in_process.h"
#include "store/run.h"
#include "target.h"
#include "wire/dispatch.h"
#include "wire/operation.h"

namespace isotherm::behaviour {

namespace {

/// A folder with one bucket, `behaviour`, for exports and imports; it goes at the end.
class BucketRoot {
 public:
  BucketRoot() {
    std::string name = std::filesystem::temp_directory_path() / "isotherm-behaviour-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder for buckets");
    path_ = name;
    std::filesystem::create_directory(path_ / "behaviour");
  }
  ~BucketRoot() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  BucketRoot(const BucketRoot&) = delete;
  BucketRoot& operator=(const BucketRoot&) = delete;
  std::string path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace

std::unique_ptr<engine::Engine> open_engine() {
  static const BucketRoot buckets;
  engine::EngineOptions options;
  options.bucket_root = buckets.path();
  options.durability = engine::Durability::os;
  // Limits on speed are another test's matter: here every request is to be admitted.
  options.throughput.mode = throughput::Mode::off;
  auto opened = engine::Engine::open(options);
  if (!opened.ok()) throw std::runtime_error("no engine: " + opened.error().message());
  return std::move(opened).value();
}

std::string target_of(std::string_view operation) {
  const wire::Operation* known = wire::find_operation(operation);
  const bool is_streams = known != nullptr && known->api == wire::Api::streams;
  std::string target = is_streams ? "DynamoDBStreams_20120810." : "DynamoDB_20120810.";
  return target.append(operation);
}

Answer StoreSession::ask(std::string_view operation, const std::string& body) {
  const std::string target = target_of(operation);
  const wire::Reply reply = run(wire::dispatch(store_, {.target = target, .body = body}));
  Answer answer{reply.status, Json::parse(reply.body, nullptr, false)};
  if (answer.body.is_discarded()) throw std::runtime_error("not JSON: " + reply.body);
  return answer;
}

namespace {

class EngineTarget final : public Target {
 public:
  std::unique_ptr<Session> open(const std::vector<Json>&) override {
    return std::make_unique<StoreSession>(*engine_);
  }

 private:
  std::unique_ptr<engine::Engine> engine_ = open_engine();
};

}  // namespace

std::unique_ptr<Target> make_engine_target() { return std::make_unique<EngineTarget>(); }

}  // namespace isotherm::behaviour
