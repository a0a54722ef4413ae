#pragma once

// Operations are data: one row for each operation of DynamoDB that Isotherm serves. Dispatch, the
// access log, metrics and the reference pages read this table; what is not in it answers
// UnknownOperationException.

#include <span>
#include <string_view>

#include "store/task.h"

namespace isotherm {
class Store;
}

namespace isotherm::wire {

struct Call;
struct Reply;

/// What an operation does to data.
enum class Access {
  read,   ///< reads items
  write,  ///< writes items
  table,  ///< creates, describes, changes tables
  about   ///< tells about the endpoint itself
};

/// Where a request says which item it means.
enum class KeyPlace {
  key,             ///< TableName and Key
  item,            ///< TableName, and the key attributes inside Item
  condition,       ///< TableName and a key condition, or the whole table
  request_items,   ///< RequestItems: tables, each with keys or items
  transact_items,  ///< TransactItems: actions, each with its table and key or item
  statement,       ///< PartiQL: in the text of a statement
  table_name,      ///< TableName alone
  nowhere
};

/// Which API an operation belongs to: the part of X-Amz-Target before the dot.
enum class Api { dynamodb, streams };

struct Operation {
  /// As in X-Amz-Target, after the dot: "PutItem".
  std::string_view name;
  Access access;
  KeyPlace key_place;
  /// Decodes the body, runs the operation on the store, encodes the reply.
  Task<Reply> (*serve)(const Operation& self, Store& store, Call call);
  Api api = Api::dynamodb;
};

/// Every operation, by name.
std::span<const Operation> operations();

/// The operation, or nullptr.
const Operation* find_operation(std::string_view name);

}  // namespace isotherm::wire
