#include "demo/boot_storm.h"

#include <algorithm>

#include "demo/boot_storm_claims.h"
#include "demo/boot_storm_schema.h"
#include "store/run.h"

namespace isotherm::demo {
namespace {

using load::Refusal;

constexpr std::uint64_t planned_look_ups = 100;

Heat heat_of(const std::optional<throughput::ResourceStatistics>& statistics) {
  Heat heat;
  if (!statistics) return heat;
  heat.partitions = statistics->partitions.size();
  for (const auto& partition : statistics->partitions) {
    heat.percent_max = std::max(heat.percent_max, partition.write().utilisation_percent);
    heat.demand_percent_max = std::max(heat.demand_percent_max, partition.write().demand_percent);
  }
  return heat;
}

void raise(Heat& to, const Heat& now) {
  to.percent_max = std::max(to.percent_max, now.percent_max);
  to.demand_percent_max = std::max(to.demand_percent_max, now.demand_percent_max);
  to.partitions = std::max(to.partitions, now.partitions);
}

const schema::IndexRule* index_rule(const Stage& stage) {
  if (stage.gateway() == nullptr) return nullptr;
  const auto schema = stage.gateway()->current_schema();
  const auto* table = schema->find_table(user_table);
  return table == nullptr ? nullptr : table->find_index(member_index);
}

std::string physical_index(const Stage& stage) {
  const auto* rule = index_rule(stage);
  return rule != nullptr && rule->is_sharded() ? rule->physical : std::string(member_index);
}

// One run on one stage.
class Run {
 public:
  Run(const BootStormOptions& options, const BootStormObserver& observer, Stage& stage)
      : options_(options), observer_(observer), stage_(stage), index_(physical_index(stage)) {
    result_.is_sharded = stage.gateway() != nullptr;
  }

  Expected<RunResult, Refusal> run() {
    ASSIGN_OR_RETURN(auto client, load::Client::to(stage_.endpoint()));
    TRY(create_user_table(*client, options_.write_units));
    const auto queries_before = stage_.physical_queries();
    ASSIGN_OR_RETURN(result_.outcome, load::generate(generator_options(), [this](auto i, auto n) {
                       return std::make_unique<BootSource>(options_.rates, counts_, options_.seed,
                                                           i, n);
                     }));
    if (result_.outcome.stopped) return Refusal{"Interrupted."};
    result_.sent_boots = counts_.sent_boots;
    result_.stored_of_big = counts_.stored_of_big;
    result_.stored_of_others = counts_.stored_of_others;
    if (counts_.look_ups > 0)
      result_.queries_per_look_up =
          static_cast<double>(stage_.physical_queries() - queries_before) /
          static_cast<double>(counts_.look_ups.load());
    observer_.on_step("Counting what the table and the index hold now");
    ASSIGN_OR_RETURN(result_.counted_users, count_users(*client));
    ASSIGN_OR_RETURN(result_.counted_members_of_big, count_members(*client, big_channel));
    TRY(plan_look_ups());
    return std::move(result_);
  }

 private:
  load::GeneratorOptions generator_options() {
    load::GeneratorOptions generator;
    generator.endpoint = stage_.endpoint();
    generator.connections = options_.connections;
    generator.rate = options_.rates.total();
    generator.warm_up = options_.warm_up;
    generator.duration = options_.duration;
    generator.seed = options_.seed;
    generator.stop = options_.stop;
    generator.on_progress = [this](const load::Progress& progress) { look(progress); };
    return generator;
  }

  void look(const load::Progress& progress) {
    const auto heat = heat_of(stage_.statistics(index_));
    if (!progress.warming_up) {
      raise(result_.index_heat, heat);
      raise(result_.table_heat, heat_of(stage_.statistics("")));
    }
    observer_.on_tick({result_.is_sharded, progress.elapsed, options_.warm_up + options_.duration,
                       &progress, heat});
  }

  // What the gateway would do with the look-ups of a sample of members.
  Expected<void, Refusal> plan_look_ups() {
    if (stage_.gateway() == nullptr) return {};
    for (std::uint64_t i = 0; i < planned_look_ups; ++i) {
      QueryRequest query;
      query.table_name = user_table;
      query.index_name = std::string(member_index);
      query.key_condition_expression = "channelId = :c AND memberId = :m";
      query.placeholders.values =
          ExpressionValues{{":c", std::string(big_channel)}, {":m", member_id(i * 97)}};
      const auto plan = isotherm::run(stage_.gateway()->explain(std::move(query)));
      if (!plan.ok()) return Refusal{"explain failed: " + plan.error().message()};
      ++result_.planned;
      if (plan->route == gateway::Route::one_shard && plan->requests.size() == 1)
        ++result_.planned_one_shard;
    }
    return {};
  }

  const BootStormOptions& options_;
  const BootStormObserver& observer_;
  Stage& stage_;
  std::string index_;
  BootCounts counts_;
  RunResult result_;
};

}  // namespace

bool BootStormResult::holds() const {
  return std::all_of(claims.begin(), claims.end(), [](const Claim& claim) { return claim.holds; });
}

Expected<BootStorm, Refusal> run_boot_storm(const BootStormOptions& options,
                                            const BootStormObserver& observer) {
  BootStorm storm;
  storm.result.options = options;
  observer.on_step("Before: index `member` is a plain global index");
  ASSIGN_OR_RETURN(storm.plain, Stage::open(std::nullopt));
  ASSIGN_OR_RETURN(storm.result.before, Run(options, observer, *storm.plain).run());

  observer.on_step("After: the same application and load, through a sharding schema");
  ASSIGN_OR_RETURN(storm.sharded, Stage::open(boot_storm_schema()));
  if (const auto* rule = index_rule(*storm.sharded); rule != nullptr && rule->shard)
    storm.result.shards = rule->shard->strategy.shards();
  ASSIGN_OR_RETURN(storm.result.after, Run(options, observer, *storm.sharded).run());
  storm.result.claims = claims_of(storm.result);
  return storm;
}

}  // namespace isotherm::demo
