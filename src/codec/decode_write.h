#pragma once

// Members of a write of one item: of the operations, and of the actions of a transaction.

#include "codec/decode_body.h"
#include "codec/decode_legacy.h"
#include "codec/read_value.h"
#include "store/item_operations.h"

namespace isotherm::codec {

/// Readers of the members of a ConditionalWrite, for a request T that derives from it.
template <class T>
struct WriteMembers {
  static void capacity(Reader& reader, const Place& place, const Json& json, T& out) {
    read_capacity_wanted(reader, place, json, out.return_consumed_capacity);
  }
  static void table_name(Reader& reader, const Place& place, const Json& json, T& out) {
    read_table_name(reader, place, json, out.table_name);
  }
  static void conditional_operator(Reader& reader, const Place& place, const Json& json, T& out) {
    read_conditional_operator(reader, place, json, out.conditional_operator);
  }
  static void expected(Reader& reader, const Place& place, const Json& json, T& out) {
    read_expected(reader, place, json, out.expected);
  }
  static void return_values(Reader& reader, const Place& place, const Json& json, T& out) {
    reader.read_enum(place, json, return_values_names, out.return_values);
  }
  static void metrics(Reader& reader, const Place& place, const Json& json, T& out) {
    reader.read_enum(place, json, return_item_collection_metrics_names,
                     out.return_item_collection_metrics);
  }
  static void on_failure(Reader& reader, const Place& place, const Json& json, T& out) {
    reader.read_enum(place, json, on_condition_check_failure_names, out.on_condition_check_failure);
  }
  static void condition(Reader& reader, const Place&, const Json& json, T& out) {
    reader.read(json, out.condition_expression);
  }
  static void names(Reader& reader, const Place& place, const Json& json, T& out) {
    read_expression_names(reader, place, json, out.placeholders.names);
  }
  static void values(Reader& reader, const Place& place, const Json& json, T& out) {
    read_expression_values(reader, place, json, out.placeholders.values);
  }
  static void update(Reader& reader, const Place&, const Json& json, T& out)
    requires requires(T write) { write.update_expression; }
  {
    reader.read(json, out.update_expression);
  }
  static void item(Reader& reader, const Place& place, const Json& json, T& out)
    requires requires(T write) { write.item; }
  {
    read_item(reader, place, json, out.item);
  }
  static void key(Reader& reader, const Place& place, const Json& json, T& out)
    requires requires(T write) { write.key; }
  {
    read_item(reader, place, json, out.key);
  }
};

}  // namespace isotherm::codec
