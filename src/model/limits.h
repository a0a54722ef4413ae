#pragma once

// Every limit of the service, with its source [facts sheet §8; DG = Developer Guide].

#include <cstddef>

namespace isotherm::limits {

inline constexpr std::size_t item_bytes_max = 400 * 1024;               // DG:Constraints
inline constexpr std::size_t partition_key_bytes_max = 2048;            // DG:Constraints
inline constexpr std::size_t sort_key_bytes_max = 1024;                 // DG:Constraints
inline constexpr std::size_t key_attribute_name_bytes_max = 255;        // DG:Constraints
inline constexpr std::size_t attribute_name_bytes_max = 65535;          // DG:Constraints
inline constexpr int nesting_max = 32;                                  // DG:Constraints
inline constexpr std::size_t expression_bytes_max = 4096;               // DG:Constraints
inline constexpr std::size_t placeholder_bytes_max = 255;               // DG:Constraints
inline constexpr std::size_t substitution_bytes_max = 2 * 1024 * 1024;  // DG:Constraints
inline constexpr int expression_operators_max = 300;                    // DG:Constraints
inline constexpr int in_operands_max = 100;                             // DG:Constraints
inline constexpr std::size_t page_bytes_max = 1024 * 1024;              // DG:Query, DG:Scan
inline constexpr std::size_t batch_get_keys_max = 100;                  // API reference
inline constexpr std::size_t batch_write_requests_max = 25;             // API reference
inline constexpr std::size_t statement_bytes_max = 8192;                // API reference
inline constexpr std::size_t statement_token_bytes_max = 32768;         // API reference
inline constexpr std::size_t batch_statements_max = 25;                 // API reference
inline constexpr std::size_t batch_bytes_max = 16 * 1024 * 1024;        // API reference
inline constexpr std::size_t transaction_actions_max = 100;             // DG:Constraints
inline constexpr std::size_t transaction_bytes_max = 4 * 1024 * 1024;   // DG:Constraints
inline constexpr std::size_t request_token_length_max = 36;             // API reference
inline constexpr std::size_t global_indexes_max = 20;                   // DG:ServiceQuotas
inline constexpr std::size_t local_indexes_max = 5;                     // DG:ServiceQuotas
inline constexpr std::size_t projected_attributes_max = 100;            // DG:ServiceQuotas
inline constexpr std::size_t non_key_attributes_per_index_max = 20;     // botocore model
inline constexpr int scan_segments_max = 1'000'000;                     // API reference
inline constexpr std::size_t read_unit_bytes = 4096;                    // DG:read-write-operations
inline constexpr std::size_t write_unit_bytes = 1024;                   // DG:read-write-operations

}  // namespace isotherm::limits
