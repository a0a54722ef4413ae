#pragma once

// Records of streams as the application knows them: without hidden attributes, and without records
// of changes that were only ones of hidden attributes.

#include <functional>
#include <string_view>
#include <vector>

#include "store/stream_operations.h"

namespace isotherm::gateway {

/// The table in `<table arn>/stream/<label>|…`: iterators begin with their stream's ARN.
std::string_view table_of_iterator(std::string_view iterator);

/// Takes the hidden attributes out of the records' images, by `strip`.
void make_logical(std::vector<StreamRecord>& records, const std::function<void(Item&)>& strip);

}  // namespace isotherm::gateway
