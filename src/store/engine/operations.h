#pragma once

// The operations, each in its own file. Those on items run on the calling thread; writes still
// have to wait until the log is durable (Database::durable).

#include "store/engine/core.h"

namespace isotherm::engine {

Result<GetItemResponse> get_item(Core& core, const GetItemRequest& request);
Result<WriteItemResponse> put_item(Core& core, PutItemRequest request);
Result<WriteItemResponse> update_item(Core& core, const UpdateItemRequest& request);
Result<WriteItemResponse> delete_item(Core& core, const DeleteItemRequest& request);
Result<BatchGetItemResponse> batch_get_item(Core& core, BatchGetItemRequest request);
Result<BatchWriteItemResponse> batch_write_item(Core& core, BatchWriteItemRequest request);
Result<ReadManyResponse> query(Core& core, const QueryRequest& request);
Result<ReadManyResponse> scan(Core& core, const ScanRequest& request);

Result<TableDescription> create_table(Core& core, const CreateTableRequest& request);
Result<TableDescription> describe_table(Core& core, const DescribeTableRequest& request);
Result<TableDescription> update_table(Core& core, const UpdateTableRequest& request);
Result<TableDescription> delete_table(Core& core, const DeleteTableRequest& request);
Result<ListTablesResponse> list_tables(Core& core, const ListTablesRequest& request);

}  // namespace isotherm::engine
