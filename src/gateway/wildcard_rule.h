#pragma once

// The rule that the schema's wildcard makes for a table, when it is created.

#include <memory>

#include "schema/schema.h"
#include "store/table_operations.h"

namespace isotherm::gateway {

/// Everything of the table that can be sharded. A table without such has a rule that says nothing.
schema::TableRule rule_by_wildcard(const schema::Wildcard& wildcard,
                                   const CreateTableRequest& request);

using SchemaPtr = std::shared_ptr<const schema::Schema>;

/// The schema with one rule more, or in the place of one.
SchemaPtr with_rule(const SchemaPtr& schema, schema::TableRule rule);

/// A schema that follows another: it has the rules that the wildcard made, since that is how their
/// tables lie, also when the wildcard is gone.
SchemaPtr successor_of(const SchemaPtr& before, SchemaPtr after);

}  // namespace isotherm::gateway
