#pragma once

// INSERT, UPDATE and DELETE as requests of the Store.

#include "expression/update_actions.h"
#include "partiql/condition.h"
#include "partiql/table_reference.h"
#include "store/transaction_operations.h"

namespace isotherm::partiql {

/// A statement that writes, checked as far as can be without its table.
struct PreparedWrite {
  enum class Verb { insert, update, remove, check };
  Verb verb = Verb::insert;
  std::string table;
  /// Of INSERT.
  Item item;
  expression::UpdateActions actions;
  /// The conjuncts of WHERE.
  std::vector<ConditionNode> where;
  Returning returning = Returning::none;
  /// What is wrong, but weighs less than a table that is not there.
  std::optional<std::string> problem;
};

Result<PreparedWrite> prepare_insert(const Insert& insert, const Context& context);
Result<PreparedWrite> prepare_update(const Update& update, const Context& context);
Result<PreparedWrite> prepare_delete(const Delete& remove, const Context& context);
/// EXISTS: nothing is written, and the condition must hold.
Result<PreparedWrite> prepare_exists(const Exists& exists, const Context& context);

/// The key that the conjuncts fix by equality, and the others.
struct KeyAndRest {
  Item key;
  std::vector<ConditionNode> rest;
  /// A key attribute that is to have two values; else empty.
  std::string contradicted;

  bool is_complete(const KeySchema& schema) const { return key.size() == (schema.sort ? 2U : 1U); }
};

KeyAndRest take_key(std::vector<ConditionNode> conjuncts, const KeySchema& schema);

/// The parts of a request whose key is known; INSERT has none of these.
struct WriteParts {
  Item key;
  std::vector<ConditionNode> rest;
};

PutItemRequest insert_request(PreparedWrite write, const KeySchema& schema);
UpdateItemRequest update_request(PreparedWrite write, WriteParts parts, const KeySchema& schema);
DeleteItemRequest delete_request(PreparedWrite write, WriteParts parts, const KeySchema& schema);
ConditionCheckRequest check_request(PreparedWrite write, WriteParts parts, const KeySchema& schema);

}  // namespace isotherm::partiql
