#include "scatter/run_scatter.h"

#include "scatter/assembly.h"
#include "store/gather.h"

namespace isotherm::scatter {
namespace {

using Answer = Result<ReadManyResponse>;

/// The answers of one round, in the order of the asks; absent: not asked any more, since another
/// failed.
Task<std::vector<std::optional<Answer>>> ask_round(const Scatter& scatter, const Merge& merge,
                                                   const std::vector<Ask>& asks,
                                                   std::size_t concurrency) {
  bool failed = false;
  std::vector<std::function<Task<std::optional<Answer>>()>> operations;
  for (const Ask& ask : asks)
    operations.push_back([&]() -> Task<std::optional<Answer>> {
      if (failed) co_return std::nullopt;
      Answer answer = co_await scatter.strands[ask.strand].ask(merge.request_of(ask));
      if (!answer.ok()) failed = true;
      co_return answer;
    });
  co_return co_await gather<std::optional<Answer>>(std::move(operations), concurrency);
}

/// The first error of a round.
std::optional<Error> error_of(const std::vector<std::optional<Answer>>& answers) {
  for (const auto& answer : answers)
    if (answer && !answer->ok()) return answer->error();
  return std::nullopt;
}

}  // namespace

Task<Result<ReadManyResponse>> run_scatter(Scatter scatter, PageRules rules,
                                           std::size_t concurrency) {
  Merge merge(scatter);
  Assembly assembly(scatter);
  Page page(rules);
  ConsumedCapacity consumed;
  for (;;) {
    while (!page.is_full()) {
      CO_ASSIGN_OR_RETURN(auto entry, assembly.next(merge));
      if (!entry) break;
      page.add(*std::move(entry));
    }
    if (page.is_full() || merge.at_end()) break;
    const std::vector<Ask> asks = merge.wanted(page.items_left(), page.bytes_left());
    auto answers = co_await ask_round(scatter, merge, asks, concurrency);
    if (auto error = error_of(answers)) co_return *std::move(error);
    for (std::size_t i = 0; i < asks.size(); ++i) {
      ReadManyResponse answer = std::move(*answers[i]).value();
      if (consumed.table_name.empty()) consumed.table_name = answer.consumed.table_name;
      consumed += answer.consumed;
      CO_TRY(merge.add(asks[i], std::move(answer)));
    }
  }
  ReadManyResponse response = std::move(page).finish();
  response.consumed = std::move(consumed);
  co_return response;
}

}  // namespace isotherm::scatter
