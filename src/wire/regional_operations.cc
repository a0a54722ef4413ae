#include "wire/regional_operations.h"

#include <optional>
#include <string>
#include <vector>

#include "base/json_writer.h"
#include "codec/decode_body.h"
#include "codec/name.h"
#include "store/store.h"
#include "wire/serve_failure.h"

namespace isotherm::wire {
namespace {

using namespace codec;  // NOLINT: half of this file is decoders

// Requests about global tables, as far as they are looked at.
struct GlobalTable {
  std::string name;
  /// Members of ReplicationGroup or of ReplicaUpdates.
  std::size_t replicas = 0;
  bool creates_replica = false;
};

void global_table_name(Reader& reader, const Place& place, const Json& json, GlobalTable& out) {
  if (reader.read(json, out.name)) reader.check_name(place, out.name, 3, 255);
}

struct Region {
  std::string name;
};

constexpr Members<Region, 1> region_members{{
    {"RegionName", [](Reader& reader, const Place&, const Json& json,
                      Region& out) { reader.read(json, out.name); }},
}};

void read_region(Reader& reader, const Place& place, const Json& json, std::string_view java_class,
                 Position position) {
  Region region;
  read_structure(reader, place, json, java_class, position, region_members, region);
}

constexpr Members<GlobalTable, 1> named_members{{
    {"GlobalTableName", global_table_name, true},
}};

constexpr Members<GlobalTable, 2> create_members{{
    {"GlobalTableName", global_table_name, true},
    {"ReplicationGroup",
     [](Reader& reader, const Place& place, const Json& json, GlobalTable& out) {
       std::vector<Region> regions;
       read_list(reader, place, json, Position::field, regions,
                 [&](const Place& at, const Json& element, Region&) {
                   read_region(reader, at, element, "Replica", Position::element);
                 });
       out.replicas = regions.size();
     },
     true},
}};

constexpr Members<GlobalTable, 2> replica_update_members{{
    {"Create",
     [](Reader& reader, const Place& place, const Json& json, GlobalTable& out) {
       out.creates_replica = true;
       read_region(reader, place, json, "CreateReplicaAction", Position::field);
     }},
    {"Delete",
     [](Reader& reader, const Place& place, const Json& json, GlobalTable&) {
       read_region(reader, place, json, "DeleteReplicaAction", Position::field);
     }},
}};

constexpr Members<GlobalTable, 2> update_members{{
    {"GlobalTableName", global_table_name, true},
    {"ReplicaUpdates",
     [](Reader& reader, const Place& place, const Json& json, GlobalTable& out) {
       std::vector<Region> updates;
       read_list(reader, place, json, Position::field, updates,
                 [&](const Place& at, const Json& element, Region&) {
                   read_structure(reader, at, element, "ReplicaUpdate", Position::element,
                                  replica_update_members, out);
                 });
       out.replicas = updates.size();
     },
     true},
}};

constexpr Members<GlobalTable, 2> list_members{{
    {"ExclusiveStartGlobalTableName", global_table_name},
    {"Limit",
     [](Reader& reader, const Place& place, const Json& json, GlobalTable&) {
       std::int64_t limit = 0;
       if (reader.read_integer(json, "Integer", limit)) reader.check_at_least(place, limit, 1);
     }},
}};

// Requests about a table and, perhaps, a stream of Kinesis.
struct TableStream {
  std::string table_name;
  std::string stream_arn;
};

void table_name(Reader& reader, const Place& place, const Json& json, TableStream& out) {
  read_table_name(reader, place, json, out.table_name);
}

constexpr Members<TableStream, 1> table_members{{{"TableName", table_name, true}}};

constexpr Members<TableStream, 2> stream_members{{
    {"TableName", table_name, true},
    {"StreamArn",
     [](Reader& reader, const Place& place, const Json& json, TableStream& out) {
       if (reader.read(json, out.stream_arn)) reader.check_length(place, out.stream_arn, 37, 1024);
     },
     true},
}};

// Decodes, and answers with `answer(request, reply)`.
template <class Request, std::size_t N, class Answer>
Reply answer_with(const Operation& self, const Call& call, const Members<Request, N>& members,
                  Answer answer) {
  Reply reply{.operation = self.name};
  try {
    const auto request = decode_body(call.body, std::string(self.name) + "Input", members);
    if (request.ok()) {
      answer(*request, reply);
    } else {
      fail(reply, request.error());
    }
  } catch (const std::exception& exception) {
    fail(reply, exception);
  }
  return reply;
}

// The same for a table that must be there.
template <std::size_t N, class Answer>
Task<Reply> answer_of_table(const Operation& self, Store& store, Call call,
                            const Members<TableStream, N>& members, Answer answer) {
  Reply reply{.operation = self.name};
  try {
    const auto request = decode_body(call.body, std::string(self.name) + "Input", members);
    if (!request.ok()) {
      fail(reply, request.error());
      co_return reply;
    }
    const auto table = co_await store.describe_table({request->table_name});
    if (table.ok()) {
      answer(*table, reply);
    } else {
      fail(reply, table.error());
    }
  } catch (const std::exception& exception) {
    fail(reply, exception);
  }
  co_return reply;
}

Error no_global_table(const std::string& name) {
  return {ErrorCode::global_table_not_found,
          "Global table with name: '" + name + "' does not exist."};
}

// As the service answers since it takes no new tables of the old version.
Error old_version() {
  return Error::validation(
      "One or more parameter values were invalid: DynamoDB global tables version 2017.11.29 is not "
      "supported. We recommend using DynamoDB global tables version 2019.11.21, instead of version "
      "2017.11.29 (Legacy).");
}

Error kinesis_state(const std::string& what) {
  return Error::validation(
      "Table is not in a valid state to enable Kinesis Streaming Destination: " + what);
}

void answer_no_global_table(const GlobalTable& request, Reply& reply) {
  fail(reply, no_global_table(request.name));
}

}  // namespace

Task<Reply> serve_create_global_table(const Operation& self, Store&, Call call) {
  co_return answer_with(self, call, create_members, [](const GlobalTable& request, Reply& reply) {
    if (request.replicas == 0) {
      fail(reply, Error::validation("One or more parameter values were invalid: Global table must "
                                    "have atleast one replica"));
    } else {
      fail(reply, old_version());
    }
  });
}

Task<Reply> serve_describe_global_table(const Operation& self, Store&, Call call) {
  co_return answer_with(self, call, named_members, answer_no_global_table);
}

Task<Reply> serve_describe_global_table_settings(const Operation& self, Store&, Call call) {
  co_return answer_with(self, call, named_members, answer_no_global_table);
}

Task<Reply> serve_list_global_tables(const Operation& self, Store&, Call call) {
  co_return answer_with(self, call, list_members, [](const GlobalTable&, Reply& reply) {
    reply.body = R"({"GlobalTables":[]})";
  });
}

Task<Reply> serve_update_global_table(const Operation& self, Store&, Call call) {
  co_return answer_with(self, call, update_members, [](const GlobalTable& request, Reply& reply) {
    if (request.replicas == 0) {
      fail(reply, Error::validation("One or more parameter values were invalid"));
    } else {
      fail(reply, request.creates_replica ? old_version() : no_global_table(request.name));
    }
  });
}

Task<Reply> serve_update_global_table_settings(const Operation& self, Store&, Call call) {
  co_return answer_with(self, call, named_members, answer_no_global_table);
}

namespace {

Reply answer_no_replicas(const Operation& self, const Call& call) {
  return answer_with(self, call, table_members, [](const TableStream& request, Reply& reply) {
    fail(reply, Error::resource_not_found(
                    "Global table with name: " + std::string(table_name_of(request.table_name)) +
                    " does not exist."));
  });
}

}  // namespace

Task<Reply> serve_describe_replica_auto_scaling(const Operation& self, Store&, Call call) {
  co_return answer_no_replicas(self, call);
}

Task<Reply> serve_update_replica_auto_scaling(const Operation& self, Store&, Call call) {
  co_return answer_no_replicas(self, call);
}

Task<Reply> serve_describe_kinesis_destination(const Operation& self, Store& store, Call call) {
  return answer_of_table(self, store, call, table_members,
                         [](const TableDescription& table, Reply& reply) {
                           JsonWriter json(reply.body);
                           json.begin_object().key("KinesisDataStreamDestinations").begin_array();
                           json.end_array().key("TableName").string(table.name).end_object();
                         });
}

Task<Reply> serve_disable_kinesis_destination(const Operation& self, Store& store, Call call) {
  return answer_of_table(
      self, store, call, stream_members, [](const TableDescription&, Reply& reply) {
        fail(reply, kinesis_state("KinesisStreamingDestination must be ACTIVE to perform DISABLE "
                                  "operation."));
      });
}

Task<Reply> serve_enable_kinesis_destination(const Operation& self, Store& store, Call call) {
  return answer_of_table(
      self, store, call, stream_members, [](const TableDescription&, Reply& reply) {
        fail(reply, Error::validation("Isotherm does not support Kinesis streaming destinations: "
                                      "read a table's changes from its stream "
                                      "(StreamSpecification)"));
      });
}

Task<Reply> serve_update_kinesis_destination(const Operation& self, Store& store, Call call) {
  return answer_of_table(
      self, store, call, stream_members, [](const TableDescription&, Reply& reply) {
        fail(reply, kinesis_state("Kinesis streaming is not in ACTIVE state. Updates are only "
                                  "allowed in ACTIVE state."));
      });
}

}  // namespace isotherm::wire
