// Time to live, tags and resource policies out of JSON.

#include "codec/decode_settings.h"

#include "codec/decode.h"
#include "codec/decode_body.h"
#include "codec/name.h"

namespace isotherm::codec {
namespace {

constexpr std::size_t resource_arn_bytes_max = 1283;
constexpr std::size_t revision_bytes_max = 255;
constexpr std::size_t attribute_name_bytes_max = 255;

constexpr Members<Tag, 2> tag_members{{
    {"Key",
     [](Reader& reader, const Place&, const Json& json, Tag& out) { reader.read(json, out.key); }},
    {"Value", [](Reader& reader, const Place&, const Json& json,
                 Tag& out) { reader.read(json, out.value); }},
}};

template <class T>
void resource_arn(Reader& reader, const Place& place, const Json& json, T& out) {
  if (!reader.read(json, out.resource_arn)) return;
  reader.check_length(place, out.resource_arn, 1, resource_arn_bytes_max);
}

template <class T>
void expected_revision(Reader& reader, const Place& place, const Json& json, T& out) {
  if (!reader.read(json, out.expected_revision_id)) return;
  reader.check_length(place, *out.expected_revision_id, 1, revision_bytes_max);
}

template <class T>
void table_name(Reader& reader, const Place& place, const Json& json, T& out) {
  read_name_of_table(reader, place, json, out.table_name);
}

using SetTtl = UpdateTimeToLiveRequest;
constexpr Members<SetTtl, 2> ttl_members{{
    {"AttributeName",
     [](Reader& reader, const Place& place, const Json& json, SetTtl& out) {
       if (!reader.read(json, out.attribute_name)) return;
       reader.check_length(place, out.attribute_name, 1, attribute_name_bytes_max);
     },
     true},
    {"Enabled",
     [](Reader& reader, const Place&, const Json& json, SetTtl& out) {
       reader.read(json, out.enabled);
     },
     true},
}};

constexpr Members<SetTtl, 2> update_time_to_live_members{{
    {"TableName", table_name<SetTtl>},
    {"TimeToLiveSpecification",
     [](Reader& reader, const Place& place, const Json& json, SetTtl& out) {
       read_structure(reader, place, json, "TimeToLiveSpecification", Position::field, ttl_members,
                      out);
     },
     true},
}};

constexpr Members<DescribeTimeToLiveRequest, 1> describe_time_to_live_members{{
    {"TableName", table_name<DescribeTimeToLiveRequest>},
}};

constexpr Members<TagResourceRequest, 2> tag_resource_members{{
    {"ResourceArn", resource_arn<TagResourceRequest>, true},
    {"Tags",
     [](Reader& reader, const Place& place, const Json& json, TagResourceRequest& out) {
       read_tags(reader, place, json, out.tags);
     },
     true},
}};

constexpr Members<UntagResourceRequest, 2> untag_resource_members{{
    {"ResourceArn", resource_arn<UntagResourceRequest>, true},
    {"TagKeys",
     [](Reader& reader, const Place&, const Json& json, UntagResourceRequest& out) {
       reader.read_strings(json, out.tag_keys);
     },
     true},
}};

constexpr Members<ListTagsOfResourceRequest, 2> list_tags_members{{
    {"ResourceArn", resource_arn<ListTagsOfResourceRequest>, true},
    {"NextToken", [](Reader& reader, const Place&, const Json& json,
                     ListTagsOfResourceRequest& out) { reader.read(json, out.next_token); }},
}};

using PutPolicy = PutResourcePolicyRequest;
constexpr Members<PutPolicy, 4> put_policy_members{{
    {"ResourceArn", resource_arn<PutPolicy>, true},
    {"Policy",
     [](Reader& reader, const Place&, const Json& json, PutPolicy& out) {
       reader.read(json, out.policy);
     },
     true},
    {"ExpectedRevisionId", expected_revision<PutPolicy>},
    // Nobody is kept out by a policy, so nobody can lock themselves out.
    {"ConfirmRemoveSelfResourceAccess",
     [](Reader& reader, const Place&, const Json& json, PutPolicy&) {
       bool confirmed = false;
       reader.read(json, confirmed);
     }},
}};

constexpr Members<GetResourcePolicyRequest, 1> get_policy_members{{
    {"ResourceArn", resource_arn<GetResourcePolicyRequest>, true},
}};

constexpr Members<DeleteResourcePolicyRequest, 2> delete_policy_members{{
    {"ResourceArn", resource_arn<DeleteResourcePolicyRequest>, true},
    {"ExpectedRevisionId", expected_revision<DeleteResourcePolicyRequest>},
}};

}  // namespace

void read_name_of_table(Reader& reader, const Place& place, const Json& json, std::string& out) {
  const auto text = reader.read_text(json);
  if (!text) return;
  const std::string_view name = table_name_of(*text);
  out.assign(name);
  if (name.size() < table_name_bytes_min) {
    reader.bad_table_name(place, name, "Member must have length greater than or equal to 3");
  } else if (!is_name(name)) {
    reader.bad_table_name(place, name, std::string(name_constraint));
  } else if (name.size() > table_name_bytes_max) {
    reader.bad_table_name(place, name, "Member must have length less than or equal to 255");
  }
}

void read_tags(Reader& reader, const Place& place, const Json& json, std::vector<Tag>& out) {
  read_list(reader, place, json, Position::field, out,
            [&](const Place& at, const Json& element, Tag& into) {
              read_structure(reader, at, element, "Tag", Position::element, tag_members, into);
            });
}

void check_policy(Reader& reader, std::string_view policy) {
  const auto document = parse_json(policy);
  if (document.ok() && (*document).type() == JsonType::OBJECT) return;
  reader.objection(Place(), Error::validation("One or more parameter values were invalid: Invalid "
                                              "policy document: This policy contains invalid "
                                              "Json"));
}

template <>
Result<UpdateTimeToLiveRequest> decode(std::string_view body) {
  return decode_body(body, "UpdateTimeToLiveInput", update_time_to_live_members,
                     require_table_name);
}
template <>
Result<DescribeTimeToLiveRequest> decode(std::string_view body) {
  return decode_body(body, "DescribeTimeToLiveInput", describe_time_to_live_members,
                     require_table_name);
}
template <>
Result<TagResourceRequest> decode(std::string_view body) {
  return decode_body(body, "TagResourceInput", tag_resource_members);
}
template <>
Result<UntagResourceRequest> decode(std::string_view body) {
  return decode_body(body, "UntagResourceInput", untag_resource_members);
}
template <>
Result<ListTagsOfResourceRequest> decode(std::string_view body) {
  return decode_body(body, "ListTagsOfResourceInput", list_tags_members);
}
template <>
Result<PutResourcePolicyRequest> decode(std::string_view body) {
  return decode_body(
      body, "PutResourcePolicyInput", put_policy_members,
      [](Reader& reader, const PutPolicy& request) { check_policy(reader, request.policy); });
}
template <>
Result<GetResourcePolicyRequest> decode(std::string_view body) {
  return decode_body(body, "GetResourcePolicyInput", get_policy_members);
}
template <>
Result<DeleteResourcePolicyRequest> decode(std::string_view body) {
  return decode_body(body, "DeleteResourcePolicyInput", delete_policy_members);
}

}  // namespace isotherm::codec
