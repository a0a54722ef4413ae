#pragma once

// Inside the wire room only: the operations on what lies beyond one region's DynamoDB (global
// tables, and streams of Kinesis). Each answers as the service does where there is none of it, or
// refuses with what to do instead. They need no store but to look whether a table is there.

#include "wire/operation.h"

namespace isotherm::wire {

Task<Reply> serve_create_global_table(const Operation& self, Store& store, Call call);
Task<Reply> serve_describe_global_table(const Operation& self, Store& store, Call call);
Task<Reply> serve_describe_global_table_settings(const Operation& self, Store& store, Call call);
Task<Reply> serve_list_global_tables(const Operation& self, Store& store, Call call);
Task<Reply> serve_update_global_table(const Operation& self, Store& store, Call call);
Task<Reply> serve_update_global_table_settings(const Operation& self, Store& store, Call call);
Task<Reply> serve_describe_replica_auto_scaling(const Operation& self, Store& store, Call call);
Task<Reply> serve_update_replica_auto_scaling(const Operation& self, Store& store, Call call);

Task<Reply> serve_describe_kinesis_destination(const Operation& self, Store& store, Call call);
Task<Reply> serve_disable_kinesis_destination(const Operation& self, Store& store, Call call);
Task<Reply> serve_enable_kinesis_destination(const Operation& self, Store& store, Call call);
Task<Reply> serve_update_kinesis_destination(const Operation& self, Store& store, Call call);

}  // namespace isotherm::wire
