// isotherm id new: issues ids.

#include <sys/random.h>

#include <array>
#include <cstring>
#include <thread>

#include "base/clock.h"
#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/instant.h"
#include "cli/layout_options.h"
#include "cli/records.h"
#include "cli/worker_pool.h"
#include "ids/snowflake.h"
#include "ids/spread_sequence.h"
#include "ids/uuid7.h"
#include "store/run.h"

namespace isotherm::cli {
namespace {

enum class Kind { snowflake, uuid7, bit_reversed, hash_prefixed };

/// Random bits of the system, fetched a page at a time.
class SystemRandom {
 public:
  std::uint64_t next() {
    if (at_ + sizeof(std::uint64_t) > bytes_.size()) refill();
    std::uint64_t word;
    std::memcpy(&word, bytes_.data() + at_, sizeof word);
    at_ += sizeof word;
    return word;
  }

 private:
  void refill() {
    // At most 256 bytes come whole, whatever signals arrive.
    for (std::size_t i = 0; i < bytes_.size(); i += 256)
      expects(::getentropy(bytes_.data() + i, 256) == 0, "the system has randomness");
    at_ = 0;
  }

  std::array<unsigned char, 4096> bytes_{};
  std::size_t at_ = sizeof(bytes_);
};

class IdNewCommand final : public Command {
 public:
  void declare(Options& options) override {
    options.choice("--kind", kind_,
                   std::vector<Word<Kind>>{{"snowflake", Kind::snowflake},
                                           {"uuid7", Kind::uuid7},
                                           {"bit-reversed", Kind::bit_reversed},
                                           {"hash-prefixed", Kind::hash_prefixed}},
                   "what ids");
    options.count("--count", "N", count_, 1, 1'000'000'000, "how many").letter = "-n";
    options.text("--worker", "N", worker_, "snowflake: this process's own number");
    options.text("--datacentre", "N", datacentre_, "snowflake: the number of its datacentre");
    layout_.declare(options);
    pool_.declare(options);
    options.duration("--behind-max", behind_max_, "snowflake: wait so long for a clock gone back");
    options.count("--from", "N", from_, 0, ~std::uint64_t{0} >> 1,
                  "bit-reversed, hash-prefixed: the first counter");
    options.count("--prefix-digits", "N", prefix_digits_, 1, 8, "hash-prefixed: hex digits");
    declare_form(options, form_, json_);
  }

  int run(Terminal& terminal) override {
    if (json_) form_ = RecordForm::json;
    switch (kind_) {
      case Kind::snowflake: return run_snowflake(terminal);
      case Kind::uuid7: return run_uuid7(terminal);
      case Kind::bit_reversed:
      case Kind::hash_prefixed: break;
    }
    return run_sequence(terminal);
  }

 private:
  static int usage(const Terminal& terminal, const std::string& message, std::string_view hint) {
    terminal.fail("usage", message, hint);
    return exit_usage;
  }

  static std::optional<std::uint32_t> number(const std::string& text) {
    const auto value = parse_count(text.empty() ? "0" : text);
    if (!value || *value > 0xffffffffU) return std::nullopt;
    return static_cast<std::uint32_t>(*value);
  }

  int run_snowflake(const Terminal& terminal) {
    const auto layout = layout_.layout();
    if (!layout.ok()) return usage(terminal, layout.error().message, layout.error().hint);
    if (pool_.is_given()) return run_leased(terminal, *layout);
    if (worker_.empty())
      return usage(
          terminal, "--worker is missing: two processes with one number issue equal ids",
          "Give each process its own: --worker 7, ISOTHERM_WORKER=7, or a lease: --data DIR.");
    const auto worker = number(worker_);
    const auto datacentre = number(datacentre_);
    if (!worker || !datacentre)
      return usage(terminal, "--worker and --datacentre are whole numbers", {});
    const auto node = layout->node_of(*datacentre, *worker);
    if (!node.ok()) return usage(terminal, node.error().message(), "Or give --bits.");
    ids::Snowflake ids(layout.value(), *node);
    return issue(terminal, ids, [](UnixMillis) { return std::string(); });
  }

  int run_leased(const Terminal& terminal, const ids::SnowflakeLayout& layout) {
    if (!worker_.empty() || !datacentre_.empty())
      return usage(terminal, "--data leases a worker id, and --worker or --datacentre gives one",
                   "Leave one of the two out (also ISOTHERM_WORKER and ISOTHERM_DATACENTRE).");
    const auto pool = pool_.open(terminal, layout);
    if (!pool.ok()) return pool.error();
    auto& workers = (*pool)->workers;
    const SystemClock clock;
    const auto leased = isotherm::run(control::LeasedSnowflake::take(
        workers, unique_owner(), static_cast<std::uint32_t>(system_random()), clock.unix_time()));
    if (!leased.ok()) {
      terminal.fail("worker", leased.error().message());
      return exit_failed;
    }
    auto& lease = **leased;
    const auto third = workers.pool().terms.length / 3;
    // Well before its end the lease is renewed.
    const auto keep = [&](UnixMillis now) -> std::string {
      if (now + 2 * third < lease.lease().window.end) return {};
      const auto kept = isotherm::run(lease.keep(now));
      return kept.ok() ? std::string() : kept.error().message();
    };
    const int code = issue(terminal, lease.generator(), keep);
    if (const auto returned = isotherm::run(lease.give_back()); !returned.ok()) {
      terminal.fail("worker", "the worker id was not returned: " + returned.error().message());
      return exit_failed;
    }
    return code;
  }

  /// `keep(now)` renews a lease in time; what it returns is why it could not.
  template <class Keep>
  int issue(const Terminal& terminal, ids::Snowflake& ids, const Keep& keep) {
    RecordWriter writer(terminal, form_, "ids", {{"id"}, {"time"}});
    const auto& layout = ids.layout();
    const SystemClock clock;
    const auto wait = [](UnixMillis behind) {
      if (behind > UnixMillis(0)) std::this_thread::sleep_for(behind);
    };
    const auto behind_max = std::chrono::duration_cast<UnixMillis>(behind_max_);
    for (std::uint64_t i = 0; i < count_; ++i) {
      const std::string lost = keep(clock.unix_time());
      const ids::Issue issue = ids.next([&] { return clock.unix_time(); }, wait, behind_max);
      if (!issue.ok()) {
        writer.finish();
        terminal.fail("clock", "no id: " + std::string(ids::to_string(issue.stall)),
                      lost.empty()
                          ? "The layout's times are from " + instant_text(layout.fields().epoch) +
                                " to " + instant_text(layout.last_time()) + "."
                          : lost);
        return exit_failed;
      }
      add(writer, std::to_string(issue.first), layout.parse(issue.first)->time);
    }
    writer.finish();
    return exit_done;
  }

  void add(RecordWriter& writer, std::string id, UnixMillis time) const {
    if (form_ == RecordForm::plain) return writer.add({std::move(id)});
    writer.add({std::move(id), instant_text(time)});
  }

  int run_uuid7(const Terminal& terminal) {
    RecordWriter writer(terminal, form_, "ids", {{"id"}, {"time"}});
    const SystemClock clock;
    SystemRandom random;
    ids::Uuid7 ids;
    for (std::uint64_t i = 0; i < count_; ++i) {
      const std::uint64_t high = random.next();
      auto uuid = ids.issue(clock.unix_time(), high, random.next());
      // Ahead of the clock by as much as it may be: it comes nearer with every millisecond.
      while (!uuid) uuid = ids.issue(clock.unix_time(), high, random.next());
      add(writer, ids::to_string(*uuid), ids::parse_uuid7(*uuid)->time);
    }
    writer.finish();
    return exit_done;
  }

  int run_sequence(const Terminal& terminal) {
    if (from_ + count_ - 1 > ~std::uint64_t{0} >> 1)
      return usage(terminal, "--from and --count go beyond 2^63 - 1", {});
    RecordWriter writer(terminal, form_, "ids", {{"id"}, {"counter"}});
    const ids::HashPrefix prefix(prefix_digits_);
    for (std::uint64_t counter = from_; counter < from_ + count_; ++counter) {
      const std::string id = kind_ == Kind::bit_reversed
                                 ? std::to_string(*ids::bit_reversed_positive(counter))
                                 : prefix.key(counter);
      writer.add({id, std::to_string(counter)});
    }
    writer.finish();
    return exit_done;
  }

  Kind kind_ = Kind::snowflake;
  std::uint64_t count_ = 1;
  std::string worker_;
  std::string datacentre_;
  LayoutOptions layout_;
  WorkerPoolOptions pool_;
  Duration behind_max_ = std::chrono::milliseconds(100);
  std::uint64_t from_ = 1;
  std::uint32_t prefix_digits_ = 4;
  RecordForm form_ = RecordForm::plain;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_id_new() { return std::make_unique<IdNewCommand>(); }

}  // namespace isotherm::cli
