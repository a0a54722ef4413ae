#include "exports/export_line.h"

#include "exports/ion_text.h"
#include "model/item_json.h"

namespace isotherm::exports {
namespace {

constexpr std::string_view ion_marker = "$ion_1_0 ";

void append_json_member(std::string_view name, const Item& item, std::string& out) {
  out.append(",\"").append(name).append("\":");
  append_item(item, out);
}

void append_ion_member(std::string_view name, const Item& item, std::string& out) {
  out.append(",").append(name).append(":");
  append_ion(item, out);
}

}  // namespace

void append_item_line(const Item& item, ItemFormat format, std::string& out) {
  if (format == ItemFormat::ion) {
    out.append(ion_marker).append("{Item:");
    append_ion(item, out);
  } else {
    out.append("{\"Item\":");
    append_item(item, out);
  }
  out += "}\n";
}

void append_change_line(const NetChange& change, ItemFormat format, std::string& out) {
  const std::string time = std::to_string(change.time_micros);
  if (format == ItemFormat::ion) {
    out.append(ion_marker).append("{Record:{Keys:");
    append_ion(change.keys, out);
    out.append(",Metadata:{WriteTimestampMicros:").append(time).append(".}");
    if (change.before != nullptr) append_ion_member("OldImage", *change.before, out);
    if (change.after != nullptr) append_ion_member("NewImage", *change.after, out);
    out += "}}\n";
    return;
  }
  out.append("{\"Metadata\":{\"WriteTimestampMicros\":{\"N\":\"").append(time).append("\"}}");
  append_json_member("Keys", change.keys, out);
  if (change.before != nullptr) append_json_member("OldImage", *change.before, out);
  if (change.after != nullptr) append_json_member("NewImage", *change.after, out);
  out += "}\n";
}

}  // namespace isotherm::exports
