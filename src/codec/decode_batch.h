#pragma once

// What the requests of batches have, and their answers give back when it was not done.

#include "codec/reader.h"
#include "store/batch_operations.h"

namespace isotherm::codec {

/// What is asked of one table.
void read_keys_and_attributes(Reader& reader, const Place& place, const Json& json,
                              KeysAndAttributes& out);
/// One element of what is written to a table: exactly one of PutRequest and DeleteRequest.
void read_write_request(Reader& reader, const Place& place, const Json& json, WriteRequest& out);

}  // namespace isotherm::codec
