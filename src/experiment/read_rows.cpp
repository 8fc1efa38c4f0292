// What is to be made of a study's results: rows and maps.
#include "read_rows.hpp"

#include <algorithm>

namespace twoscale::detail {

namespace {

using Words = std::vector<std::string>;

/// Labels of methods, each once.
Words labels_of(const Field& field, const Spec& spec) {
  Words labels, out;
  for (const SpecMethod& method : spec.methods) labels.push_back(method.label);
  for (const Field& item : few(field, field.items("labels"))) {
    out.push_back(labels[item.choice(labels)]);
    if (std::count(out.begin(), out.end(), out.back()) > 1)
      throw item.error(item.name() + " has " + shown(out.back()) + " twice");
  }
  return out;
}

double positive(const Field& field) {
  if (!(field.number() > 0)) throw field.must_be("above 0");
  return field.number();
}

void take_promise(SpecRow& row, const Field& field) {
  if (!field.given()) return;
  row.measure_only = field.is(Node::Kind::text);
  if (!row.measure_only) row.promise = field.number();
  else if (field.text() != "none") throw field.must_be("a number or \"none\"");
}

SpecRow row_of(const Field& field, const Spec& spec) {
  field.allow({"label", "methods", "quantity", "power", "against", "promise", "claim", "over", "bound", "within_limit",
               "within_best"});
  SpecRow out;
  if (const Field label = field["label"]; label.given()) out.label = label.text();
  if (const Field methods = field["methods"]; methods.given()) out.methods = labels_of(methods, spec);
  if (const Field quantity = field["quantity"]; quantity.given())
    out.quantity = spec.quantities[quantity.choice(spec.quantities)];
  else if (std::count(spec.quantities.begin(), spec.quantities.end(), out.quantity) == 0)
    throw field.error("a row without 'quantity' is about 'residual', which is not among the quantities");
  if (const Field power = field["power"]; power.given()) out.power = positive(power);
  if (const Field against = field["against"]; against.given()) out.against = against.word("_");
  take_promise(out, field["promise"]);
  if (const Field claim = field["claim"]; claim.given())
    out.claim =
        std::vector{Claim::at_most, Claim::exactly, Claim::at_least}[claim.choice({"at most", "exactly", "at least"})];
  if (const Field over = field["over"]; over.given())
    out.over = over.choice({"worst", "mean"}) == 0 ? Over::worst : Over::mean;
  if (const Field bound = field["bound"]; bound.given()) out.bound = bound.word("_");
  if (const Field bar = field["within_limit"]; bar.given()) out.within_limit = positive(bar);
  if (const Field bar = field["within_best"]; bar.given()) out.within_best = positive(bar);
  if (out.within_limit && out.within_best)
    throw field.error("a row has one bar: within_limit or within_best; write two rows");
  if ((out.within_limit || out.within_best) && (!out.bound.empty() || out.promise))
    throw field.error("a row with a bar has neither 'bound' nor 'promise'; write two rows");
  return out;
}

}  // namespace

void take_rows(Spec& spec, const Field& field) {
  if (!field.given()) return;
  for (const Field& item : few(field, field.items("rows"))) {
    SpecRow row = row_of(item, spec);
    const auto same = [&](const SpecRow& other) { return !row.label.empty() && other.label == row.label; };
    if (std::any_of(spec.rows.begin(), spec.rows.end(), same))
      throw item.error("two rows are labelled " + shown(row.label));
    spec.rows.push_back(std::move(row));
  }
}

namespace {

SpecMap map_of(const Field& field, const Spec& spec) {
  field.allow({"title", "methods", "quantity", "power", "show", "x", "y"});
  SpecMap out;
  out.quantity = spec.quantities[0];
  if (const Field methods = field["methods"]; methods.given()) out.methods = labels_of(methods, spec);
  if (const Field quantity = field["quantity"]; quantity.given())
    out.quantity = spec.quantities[quantity.choice(spec.quantities)];
  if (const Field power = field["power"]; power.given()) out.power = positive(power);
  if (const Field show = field["show"]; show.given())
    out.show = std::vector{SpecMap::Show::value, SpecMap::Show::exponent,
                           SpecMap::Show::ratio}[show.choice({"value", "exponent", "ratio"})];
  for (const auto& [key, axis] : {std::pair{"x", &out.x}, std::pair{"y", &out.y}}) {
    if (!field[key].given()) throw field.error(std::string("a map needs '") + key + "', a swept option or a parameter");
    Words names;
    for (const auto* axes : {&spec.sweep, &spec.family})
      for (const Axis& each : *axes) names.push_back(each.name);
    *axis = names[field[key].choice(names)];
  }
  out.title = field["title"].given() ? field["title"].prose() : out.quantity + " over " + out.x + " and " + out.y;
  if (out.show == SpecMap::Show::ratio && std::max(out.methods.size(), spec.methods.size()) < 2)
    throw field.error("a ratio needs two methods");
  return out;
}

}  // namespace

void take_maps(Spec& spec, const Field& field) {
  if (!field.given()) return;
  for (const Field& item : few(field, field.items("maps"))) spec.maps.push_back(map_of(item, spec));
}

}  // namespace twoscale::detail
