#include "gateway/index_audit.h"

#include <gmock/gmock.h>

#include "gateway/gateway.h"
#include "gateway/testing/between.h"
#include "gateway/testing/twins.h"

namespace isotherm::gateway {
namespace {

using namespace testing;  // NOLINT: the twins

class Audited : public ::testing::Test {
 protected:
  Audited() : engine_(open_engine()), gateway_(*engine_, schema_of(shape_)) {
    expects(run(gateway_.create_table(create_request(shape_))).ok(), "the table is made");
    for (int i = 0; i < 40; ++i) {
      const std::string id = std::to_string(i);
      expects(run(gateway_.put_item(put_of({{"id", id}, {"p", "A"}, {"s", "s" + id}}))).ok(),
              "put");
    }
  }

  /// Past the gateway.
  void put_raw(Item item) { ASSERT_TRUE(run(engine_->put_item(put_of(std::move(item)))).ok()); }
  void spoil() {
    put_raw({{"id", "missing"}, {"p", "A"}, {"s", "x"}});
    put_raw({{"id", "wrong"}, {"p", "A"}, {"s", "x"}, {hidden_name, "A-elsewhere"}});
    put_raw({{"id", "superfluous"}, {"p", "A"}, {hidden_name, "A-1"}});
    put_raw({{"id", "in no index"}, {"p", "A"}});
  }
  AuditedIndex audit(AuditOptions options = {}, Store* store = nullptr) {
    AuditProgress progress;
    auto found = run(audit_table(store != nullptr ? *store : *engine_, rule_of(shape_), progress,
                                 std::move(options)));
    expects(found.ok(), "the table can be looked through");
    scanned_ = progress.scanned;
    return found->front();
  }
  std::size_t shown() { return run(gateway_.query(query_of("A")))->items.size(); }

  Shape shape_;
  std::unique_ptr<engine::Engine> engine_;
  Gateway gateway_;
  std::int64_t scanned_ = 0;
};

TEST_F(Audited, FindsNothingInWhatTheGatewayWrote) {
  const AuditedIndex found = audit();
  EXPECT_EQ(found.found(), 0);
  EXPECT_EQ(scanned_, 40);
}

TEST_F(Audited, FindsEachKindAndShowsIt) {
  spoil();
  const AuditedIndex found = audit();
  EXPECT_EQ(found.faults,
            (std::map<AuditFault, std::int64_t>{
                {AuditFault::missing, 1}, {AuditFault::wrong, 1}, {AuditFault::superfluous, 1}}));
  EXPECT_EQ(found.left(), 3);
  ASSERT_EQ(found.samples.size(), 3U);
  for (const AuditSample& sample : found.samples)
    EXPECT_EQ(*find(sample.key, "id")->get_if<std::string>(), fault_name(sample.fault));
  EXPECT_EQ(audit({.samples_max = 1}).samples.size(), 1U);
}

TEST_F(Audited, RepairsWhatItFinds) {
  spoil();
  EXPECT_EQ(shown(), 40U);
  const AuditedIndex found = audit({.repair = true});
  EXPECT_EQ(found.repaired, 3);
  EXPECT_EQ(found.left(), 0);
  EXPECT_EQ(audit().found(), 0);
  EXPECT_EQ(shown(), 42U);
}

TEST_F(Audited, NeverOverwritesALiveChange) {
  spoil();
  Between between(*engine_);
  int changes = 0;
  between.before_update = [&](UpdateItemRequest& update) {
    // A writer of the application is faster, each time.
    if (++changes > 20) return;
    const Item key = update.key;
    ASSERT_TRUE(run(gateway_.update_item(
                        update_of(key, "SET s = :s, p = :p",
                                  {{":s", "live" + std::to_string(changes)}, {":p", "B"}})))
                    .ok());
  };
  const AuditedIndex found = audit({.repair = true}, &between);
  EXPECT_EQ(found.repaired, 0);
  EXPECT_EQ(found.changed_meanwhile, 3);
  EXPECT_EQ(run(gateway_.query(query_of("B")))->items.size(), 3U);
  EXPECT_EQ(audit().found(), 0);
}

TEST_F(Audited, GoesOnFromWhereItStopped) {
  spoil();
  AuditProgress progress;
  AuditOptions options;
  options.segments = 3;
  options.page_items = 5;
  // Stops by an error of the store in the middle.
  class Broken final : public ForwardingStore {
   public:
    using ForwardingStore::ForwardingStore;
    int scans_left = 4;
    Task<Result<ReadManyResponse>> scan(ScanRequest request) override {
      if (scans_left-- <= 0) co_return Error::internal("broken");
      co_return co_await below_.scan(std::move(request));
    }
  } broken(*engine_);
  ASSERT_FALSE(run(audit_table(broken, rule_of(shape_), progress, options)).ok());
  const std::int64_t before = progress.scanned;
  EXPECT_GT(before, 0);
  EXPECT_LT(before, 44);
  const auto rest = run(audit_table(*engine_, rule_of(shape_), progress, options));
  ASSERT_TRUE(rest.ok());
  EXPECT_EQ(progress.scanned, 44);
  const auto again = run(audit_table(*engine_, rule_of(shape_), progress, options));
  EXPECT_EQ(progress.scanned, 44) << "all segments are done";
  EXPECT_TRUE(again.ok());
}

TEST_F(Audited, TellsOfItemsThatNoRepairCanPlace) {
  shape_.inputs = {"s"};
  shape_.strategy = sharding::IdSuffixStrategy::make({.count = 1}, 16).value();
  shape_.shards = 16;
  auto engine = open_engine();
  Gateway gateway(*engine, schema_of(shape_));
  ASSERT_TRUE(run(gateway.create_table(create_request(shape_))).ok());
  ASSERT_TRUE(run(engine->put_item(put_of({{"id", "1"}, {"p", "A"}, {"s", "user-zz"}}))).ok());
  const AuditedIndex found = audit({.repair = true}, engine.get());
  EXPECT_EQ(found.faults.at(AuditFault::unplaceable), 1);
  EXPECT_EQ(found.left(), 1);
}

}  // namespace
}  // namespace isotherm::gateway
