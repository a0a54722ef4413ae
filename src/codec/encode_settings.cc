// Responses about time to live, tags and resource policies into JSON.

#include "base/json_writer.h"
#include "codec/encode.h"

namespace isotherm::codec {

void encode(const Done&, Shown, std::string& out) { out += "{}"; }

void encode(const UpdateTimeToLiveResponse& response, Shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("TimeToLiveSpecification").begin_object();
  json.key("AttributeName").string(response.attribute_name);
  json.key("Enabled").boolean(response.enabled);
  json.end_object().end_object();
}

void encode(const DescribeTimeToLiveResponse& response, Shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("TimeToLiveDescription").begin_object();
  if (response.attribute_name) json.key("AttributeName").string(*response.attribute_name);
  json.key("TimeToLiveStatus").string(response.attribute_name ? "ENABLED" : "DISABLED");
  json.end_object().end_object();
}

void encode(const ListTagsOfResourceResponse& response, Shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("Tags").begin_array();
  for (const Tag& tag : response.tags) {
    json.begin_object().key("Key").string(tag.key.value_or(""));
    json.key("Value").string(tag.value.value_or("")).end_object();
  }
  json.end_array();
  if (response.next_token) json.key("NextToken").string(*response.next_token);
  json.end_object();
}

void encode(const GetResourcePolicyResponse& response, Shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("Policy").string(response.policy);
  json.key("RevisionId").string(response.revision_id).end_object();
}

void encode(const ResourcePolicyRevision& response, Shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object();
  if (response.revision_id) json.key("RevisionId").string(*response.revision_id);
  json.end_object();
}

}  // namespace isotherm::codec
