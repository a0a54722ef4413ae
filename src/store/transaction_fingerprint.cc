#include "store/transaction_fingerprint.h"

#include "base/hash.h"

namespace isotherm {
namespace {

/// Collects the parts of a request; each says how long it is, so that none runs into the next.
class Parts {
 public:
  void text(std::string_view part) {
    count(part.size());
    bytes_.append(part);
  }
  void text(const std::optional<std::string>& part) {
    count(part ? 1 : 0);
    if (part) text(std::string_view(*part));
  }
  void map(const Map& part) {
    count(part.size());
    for (const auto& [name, member] : part) {
      text(std::string_view(name));
      value(member);
    }
  }
  void placeholders(const ExpressionPlaceholders& part) {
    count(part.names ? part.names->size() + 1 : 0);
    if (part.names) {
      for (const auto& [name, attribute] : *part.names) {
        text(std::string_view(name));
        text(std::string_view(attribute));
      }
    }
    count(part.values ? part.values->size() + 1 : 0);
    if (part.values) {
      for (const auto& [name, replacement] : *part.values) {
        text(std::string_view(name));
        value(replacement);
      }
    }
  }
  void count(std::uint64_t number) {
    bytes_.append(reinterpret_cast<const char*>(&number), sizeof(number));
  }

  std::string hash() const {
    std::string hashes;
    for (const std::uint64_t seed : {1, 2}) {
      const std::uint64_t one = xxh64(bytes_, seed);
      hashes.append(reinterpret_cast<const char*>(&one), sizeof(one));
    }
    return hashes;
  }

 private:
  void value(const AttributeValue& part) {
    count(static_cast<std::uint64_t>(part.type()));
    std::visit([this](const auto& content) { add(content); }, part.value);
  }
  void add(const std::string& s) { text(std::string_view(s)); }
  void add(const Number& n) { text(std::string_view(n.to_string())); }
  void add(const Binary& b) { text(std::string_view(b.bytes)); }
  void add(bool b) { count(b ? 1 : 0); }
  void add(Null) {}
  void add(const Map& m) { map(m); }
  void add(const List& l) {
    count(l.size());
    for (const AttributeValue& element : l) value(element);
  }
  template <class Set>
  void add(const Set& set) {
    count(set.elements.size());
    for (const auto& element : set.elements) add(element);
  }

  std::string bytes_;
};

struct AddAction {
  Parts& parts;

  void operator()(const ConditionCheckRequest& check) const { add(check, "check", check.key); }
  void operator()(const PutItemRequest& put) const { add(put, "put", put.item); }
  void operator()(const DeleteItemRequest& remove) const { add(remove, "delete", remove.key); }
  void operator()(const UpdateItemRequest& update) const {
    add(update, "update", update.key);
    parts.text(update.update_expression);
  }

  void add(const ConditionalWrite& action, std::string_view kind, const Item& item) const {
    parts.text(kind);
    parts.text(std::string_view(action.table_name));
    parts.map(item);
    parts.text(action.condition_expression);
    parts.placeholders(action.placeholders);
    parts.count(static_cast<std::uint64_t>(action.on_condition_check_failure));
  }
};

}  // namespace

std::string fingerprint(const TransactWriteItemsRequest& request) {
  Parts parts;
  for (const TransactWriteAction& action : request.actions) std::visit(AddAction{parts}, action);
  return parts.hash();
}

}  // namespace isotherm
