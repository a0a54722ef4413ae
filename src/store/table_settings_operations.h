#pragma once

// Requests and responses about what stands beside a table's description: time to live, tags,
// resource policies.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace isotherm {

// Time to live.

struct UpdateTimeToLiveRequest {
  std::string table_name;
  bool enabled = false;
  std::string attribute_name;
};

struct UpdateTimeToLiveResponse {
  bool enabled = false;
  std::string attribute_name;
};

struct DescribeTimeToLiveRequest {
  std::string table_name;
};

struct DescribeTimeToLiveResponse {
  /// The attribute; absent: it is disabled.
  std::optional<std::string> attribute_name;
};

// Tags.

/// A tag as the client wrote it: both are required.
struct Tag {
  std::optional<std::string> key;
  std::optional<std::string> value;
};

struct TagResourceRequest {
  std::string resource_arn;
  std::vector<Tag> tags;
};

struct UntagResourceRequest {
  std::string resource_arn;
  std::vector<std::string> tag_keys;
};

struct ListTagsOfResourceRequest {
  std::string resource_arn;
  std::optional<std::string> next_token;
};

struct ListTagsOfResourceResponse {
  std::vector<Tag> tags;
  std::optional<std::string> next_token;
};

// Resource policies.

struct PutResourcePolicyRequest {
  std::string resource_arn;
  std::string policy;
  /// The revision that it replaces, or `NO_POLICY`.
  std::optional<std::string> expected_revision_id;
};

struct GetResourcePolicyRequest {
  std::string resource_arn;
};

struct DeleteResourcePolicyRequest {
  std::string resource_arn;
  std::optional<std::string> expected_revision_id;
};

struct GetResourcePolicyResponse {
  std::string policy;
  std::string revision_id;
};

struct ResourcePolicyRevision {
  /// Of what was put or deleted; absent: nothing was there to delete.
  std::optional<std::string> revision_id;
};

/// The answer of operations that have nothing to say.
struct Done {};

}  // namespace isotherm
