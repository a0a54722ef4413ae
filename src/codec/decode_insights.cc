// Contributor Insights out of JSON.

#include "codec/decode.h"
#include "codec/decode_body.h"

namespace isotherm::codec {
namespace {

template <class T>
void table_name(Reader& reader, const Place& place, const Json& json, T& out) {
  read_table_name(reader, place, json, out.table_name);
}

template <class T>
void index_name(Reader& reader, const Place& place, const Json& json, T& out) {
  if (reader.read(json, out.index_name)) reader.check_name(place, *out.index_name, 3, 255);
}

using Describe = DescribeContributorInsightsRequest;
constexpr Members<Describe, 2> describe_members{{
    {"TableName", table_name<Describe>, true},
    {"IndexName", index_name<Describe>},
}};

using Update = UpdateContributorInsightsRequest;
constexpr Members<Update, 4> update_members{{
    {"TableName", table_name<Update>, true},
    {"IndexName", index_name<Update>},
    {"ContributorInsightsAction",
     [](Reader& reader, const Place& place, const Json& json, Update& out) {
       reader.read_enum(place, json, insights_action_names, out.enable);
     },
     true},
    {"ContributorInsightsMode",
     [](Reader& reader, const Place& place, const Json& json, Update& out) {
       reader.read_enum(place, json, insights_mode_names, out.mode);
     }},
}};

using List = ListContributorInsightsRequest;
constexpr Members<List, 3> list_members{{
    {"TableName",
     [](Reader& reader, const Place& place, const Json& json, List& out) {
       read_table_name(reader, place, json, out.table_name.emplace());
     }},
    {"NextToken", [](Reader& reader, const Place&, const Json& json,
                     List& out) { reader.read(json, out.next_token); }},
    {"MaxResults",
     [](Reader& reader, const Place& place, const Json& json, List& out) {
       std::int64_t count = 0;
       if (!reader.read_integer(json, "Integer", count)) return;
       out.max_results = count;
       reader.check_at_most(place, count, 100);
     }},
}};

}  // namespace

template <>
Result<DescribeContributorInsightsRequest> decode(std::string_view body) {
  return decode_body(body, "DescribeContributorInsightsInput", describe_members);
}

template <>
Result<UpdateContributorInsightsRequest> decode(std::string_view body) {
  return decode_body(body, "UpdateContributorInsightsInput", update_members);
}

template <>
Result<ListContributorInsightsRequest> decode(std::string_view body) {
  return decode_body(body, "ListContributorInsightsInput", list_members);
}

}  // namespace isotherm::codec
