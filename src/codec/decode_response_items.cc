// Responses of the operations on items out of JSON: single items, batches, transactions, pages.

#include "codec/answer.h"
#include "codec/decode_batch.h"
#include "codec/decode_capacity.h"
#include "codec/decode_response.h"

namespace isotherm::codec {
namespace {

constexpr Members<GetItemResponse, 2> get_item_members{{
    {"Item", field<&GetItemResponse::item>},
    {"ConsumedCapacity", consumed<Counted::reads>},
}};

constexpr Members<WriteItemResponse, 3> write_item_members{{
    {"Attributes", field<&WriteItemResponse::attributes>},
    {"ConsumedCapacity", consumed<Counted::writes>},
    {"ItemCollectionMetrics",
     [](Reader& reader, const Place& place, const Json& json, WriteItemResponse& out) {
       read_metrics(reader, place, json, Position::field, out.item_collection_metrics.emplace());
     }},
}};

constexpr Members<BatchGetItemResponse, 3> batch_get_item_members{{
    {"Responses",
     [](Reader& reader, const Place& place, const Json& json, BatchGetItemResponse& out) {
       read_map(reader, place, json, "java.util.List", out.responses,
                [&](const Place& at, const Json& items, std::vector<Item>& into) {
                  read_into(reader, at, items, into);
                });
     }},
    {"UnprocessedKeys",
     [](Reader& reader, const Place& place, const Json& json, BatchGetItemResponse& out) {
       read_map(reader, place, json, "KeysAndAttributes", out.unprocessed_keys,
                [&](const Place& at, const Json& asked, KeysAndAttributes& into) {
                  read_keys_and_attributes(reader, at, asked, into);
                });
     }},
    {"ConsumedCapacity", consumed<Counted::reads>},
}};

template <class Response>
void metrics_by_table(Reader& reader, const Place& place, const Json& json, Response& out) {
  read_map(reader, place, json, "java.util.List", out.item_collection_metrics,
           [&](const Place& at, const Json& list, std::vector<ItemCollectionMetrics>& into) {
             read_list(reader, at, list, Position::element, into,
                       [&](const Place& element, const Json& one, ItemCollectionMetrics& metrics) {
                         read_metrics(reader, element, one, Position::element, metrics);
                       });
           });
}

constexpr Members<BatchWriteItemResponse, 3> batch_write_item_members{{
    {"UnprocessedItems",
     [](Reader& reader, const Place& place, const Json& json, BatchWriteItemResponse& out) {
       read_map(reader, place, json, "java.util.List", out.unprocessed_items,
                [&](const Place& at, const Json& list, std::vector<WriteRequest>& into) {
                  read_list(reader, at, list, Position::element, into,
                            [&](const Place& element, const Json& one, WriteRequest& request) {
                              read_write_request(reader, element, one, request);
                            });
                });
     }},
    {"ItemCollectionMetrics", metrics_by_table<BatchWriteItemResponse>},
    {"ConsumedCapacity", consumed<Counted::writes>},
}};

constexpr Members<std::optional<Item>, 1> item_response_members{{
    {"Item", [](Reader& reader, const Place& place, const Json& json,
                std::optional<Item>& out) { read_into(reader, place, json, out); }},
}};

constexpr Members<TransactGetItemsResponse, 2> transact_get_items_members{{
    {"Responses",
     [](Reader& reader, const Place& place, const Json& json, TransactGetItemsResponse& out) {
       read_places(reader, place, json, out.items,
                   [&](const Place& at, const Json& response, std::optional<Item>& into) {
                     read_structure(reader, at, response, "ItemResponse", Position::element,
                                    item_response_members, into);
                   });
     },
     true},
    {"ConsumedCapacity", consumed<Counted::reads>},
}};

constexpr Members<TransactWriteItemsResponse, 2> transact_write_items_members{{
    {"ConsumedCapacity", consumed<Counted::writes>},
    {"ItemCollectionMetrics", metrics_by_table<TransactWriteItemsResponse>},
}};

constexpr Members<ReadManyResponse, 5> read_many_members{{
    {"Items",
     [](Reader& reader, const Place& place, const Json& json, ReadManyResponse& out) {
       out.show_items = true;
       read_into(reader, place, json, out.items);
     }},
    {"Count", field<&ReadManyResponse::count>, true},
    {"ScannedCount", field<&ReadManyResponse::scanned_count>, true},
    {"LastEvaluatedKey", field<&ReadManyResponse::last_evaluated_key>},
    {"ConsumedCapacity", consumed<Counted::reads>},
}};

}  // namespace

template <>
Result<GetItemResponse> decode_response(std::string_view body) {
  return read_answer(body, "GetItemOutput", get_item_members);
}

template <>
Result<WriteItemResponse> decode_response(std::string_view body) {
  return read_answer(body, "WriteItemOutput", write_item_members);
}

template <>
Result<BatchGetItemResponse> decode_response(std::string_view body) {
  return read_answer(body, "BatchGetItemOutput", batch_get_item_members);
}

template <>
Result<BatchWriteItemResponse> decode_response(std::string_view body) {
  return read_answer(body, "BatchWriteItemOutput", batch_write_item_members);
}

template <>
Result<TransactGetItemsResponse> decode_response(std::string_view body) {
  return read_answer(body, "TransactGetItemsOutput", transact_get_items_members);
}

template <>
Result<TransactWriteItemsResponse> decode_response(std::string_view body) {
  return read_answer(body, "TransactWriteItemsOutput", transact_write_items_members);
}

template <>
Result<ReadManyResponse> decode_response(std::string_view body) {
  ReadManyResponse without_items;
  without_items.show_items = false;
  return read_answer(
      body, "QueryOutput", read_many_members, [](Reader&, ReadManyResponse&) {},
      std::move(without_items));
}

}  // namespace isotherm::codec
