// The fields of a spec. What a value may be is said here; how it is found in a file, and how a refusal reads, in toml/.
#include <algorithm>
#include <filesystem>

#include <twoscale/experiment/spec.hpp>
#include <twoscale/solve/observed_names.hpp>

#include "axis.hpp"
#include "read_rows.hpp"
#include "toml/field.hpp"

namespace twoscale {

namespace {

using detail::few, detail::Field, detail::Node, detail::shown;
using Words = std::vector<std::string>;

constexpr std::uint64_t kMostReplicas = std::uint64_t{1} << 31;
constexpr std::uint64_t kMostObservations = 10000;
constexpr std::uint64_t kMostCells = 1000000;  // each is a job with results of its own

/// Letters, digits, - and _ of the file's name: what a spec without a name is called.
std::string name_from(const std::string& file) {
  std::string out = std::filesystem::path(file).stem().string().substr(0, 100);
  for (char& c : out) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
    if (!plain) c = '_';
  }
  return out.empty() ? "experiment" : out;
}

/// A name as it is; a file's path as seen from where the spec lies.
std::string problem_of(const Field& field, const std::string& file) {
  const std::string text = field.text();
  if (!text.ends_with(".cpp")) return field.word("-_");
  return (std::filesystem::path(file).parent_path() / text).lexically_normal().string();
}

void require_name(const Field& field) {
  const std::string key = field.key();
  const bool good = !key.empty() && key.size() <= 100 && std::all_of(key.begin(), key.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
  if (!good) throw field.key_error(shown(key) + " is no name: letters, digits, - and _");
}

std::vector<NamedValue> named_values(const Field& field) {
  std::vector<NamedValue> out;
  if (!field.given()) return out;
  for (const Field& entry : few(field, field.entries())) {
    require_name(entry);
    out.emplace_back(entry.key(), entry.value());
  }
  return out;
}

std::vector<double> numbers(const Field& field) {
  std::vector<double> out;
  if (!field.given()) return out;
  for (const Field& item : field.items("numbers")) out.push_back(item.number());
  return out;
}

Words quantities(const Field& field) {
  Words out;
  for (const Field& item : field.items("names")) {
    out.push_back(observed_names()[item.choice(observed_names())]);
    if (std::count(out.begin(), out.end(), out.back()) > 1)
      throw item.error("quantities has " + shown(out.back()) + " twice");
  }
  return out;
}

/// Counts the cells as axes are read, so that no file asks for more than is ever run.
class Cells {
 public:
  void times(const Field& field, std::size_t values) {
    cells_ *= values;
    if (cells_ > kMostCells)
      throw field.error(field.name() + " makes " + std::to_string(cells_) +
                        " cells (family x sweep x methods x horizons), and an "
                        "experiment has at most " +
                        std::to_string(kMostCells));
  }

 private:
  std::uint64_t cells_ = 1;  // below 10^6 times 10^6 at any time
};

std::vector<Axis> axes(const Field& field, bool laws, std::uint64_t seed, Cells& cells) {
  std::vector<Axis> out;
  if (!field.given()) return out;
  for (const Field& entry : few(field, field.entries())) {
    require_name(entry);
    out.push_back({entry.key(), read_values(entry, laws, seed)});
    cells.times(entry, out.back().values.size());
  }
  return out;
}

SpecMethod method_of(const Field& field) {
  if (field.is(Node::Kind::text)) {
    const std::string name = field.word("-_");
    return {name, name, {}, {}};
  }
  if (!field.is(Node::Kind::table)) throw field.must_be("a method's name or a table with one");
  field.allow({"name", "label", "options", "set"});
  const Field name = field["name"], label = field["label"];
  if (!name.given()) throw field.error("a method needs 'name'; twoscale methods lists them");
  SpecMethod out{name.word("-_"), "", named_values(field["options"]), named_values(field["set"])};
  out.label = label.given() ? label.text() : out.name;
  return out;
}

std::vector<SpecMethod> methods_of(const Field& field) {
  std::vector<SpecMethod> out;
  for (const Field& item : few(field, field.items("methods"))) {
    SpecMethod method = method_of(item);
    const auto same = [&](const SpecMethod& other) { return other.label == method.label; };
    if (std::any_of(out.begin(), out.end(), same))
      throw item.error("two methods are labelled " + shown(method.label) + "; give one of them another 'label'");
    out.push_back(std::move(method));
  }
  return out;
}

/// Numbers and names that stand by themselves.
void take_scalars(Spec& spec, const Field& root, const std::string& file) {
  const Field name = root["name"], title = root["title"], statement = root["statement"];
  spec.name = name.given() ? name.word("-_") : name_from(file);
  if (title.given()) spec.title = title.prose();
  if (statement.given()) spec.statement = statement.prose();
  if (const Field replicas = root["replicas"]; replicas.given())
    spec.replicas = static_cast<std::uint32_t>(replicas.whole(1, kMostReplicas));
  if (const Field seed = root["seed"]; seed.given()) spec.seed = seed.whole(0, INT64_MAX);
  if (const Field observations = root["observations"]; observations.given())
    spec.observations = observations.whole(1, kMostObservations);
  if (const Field force = root["force"]; force.given()) spec.force = force.truth();
  if (const Field given = root["quantities"]; given.given()) spec.quantities = quantities(given);
  spec.anchor = numbers(root["anchor"]);
  spec.fast_start = numbers(root["fast_start"]);
  spec.slow_start = numbers(root["slow_start"]);
}

Field required(const Field& root, const char* key, const char* example) {
  Field field = root[key];
  if (!field.given()) throw root.error(std::string("a spec needs '") + key + "': " + example);
  return field;
}

Field horizon_field(const Field& root) {
  const Field horizons = root["horizons"], budgets = root["budgets"];
  if (horizons.given() && budgets.given())
    throw budgets.key_error(
        "'horizons' (iterations) and 'budgets' (samples) are both given; a spec has one of the two");
  return budgets.given() ? budgets
                         : required(root, "horizons", "horizons = [1024, 4096] in iterations, or budgets in samples");
}

/// The longer form counts its horizons in what the short one counts them in.
void take_full(Spec& spec, const Field& field) {
  if (!field.given()) return;
  const char* horizons = spec.budgets ? "budgets" : "horizons";
  field.allow({horizons, "replicas"});
  if (const Field given = field[horizons]; given.given()) spec.full_horizons = read_horizons(given);
  if (const Field given = field["replicas"]; given.given())
    spec.full_replicas = static_cast<std::uint32_t>(given.whole(1, kMostReplicas));
}

/// A parameter has one value or several.
void require_set_or_family(const Field& root, const Spec& spec) {
  for (const Axis& axis : spec.family)
    for (const NamedValue& value : spec.set)
      if (axis.name == value.first)
        throw root["family"][axis.name].key_error(shown(axis.name) +
                                                  " is in [set], too; a parameter is in one of the two");
}

/// Where things stand that are looked up later.
void note_places(Spec& spec, const Field& root, const Field& horizons) {
  spec.places["problem"] = root["problem"].place();
  spec.places["horizons"] = horizons.place();
  for (const char* table : {"set", "family", "sweep"})
    if (const Field field = root[table]; field.given())
      for (const Field& entry : field.entries()) spec.places[std::string(table) + "." + entry.key()] = entry.place();
  for (const char* list : {"methods", "rows"})
    if (const Field field = root[list]; field.given()) {
      std::size_t number = 0;
      for (const Field& item : field.items(list))
        spec.places[std::string(list) + "." + std::to_string(number++)] = item.place();
    }
}

}  // namespace

Spec read_spec(std::string_view text, const std::string& file) {
  const Node tree = detail::parse_toml(text, file);
  const Field root(file, tree);
  root.allow({"name",    "title",      "statement",    "problem", "replicas",   "seed",       "horizons",
              "budgets", "quantities", "observations", "anchor",  "fast_start", "slow_start", "force",
              "set",     "family",     "sweep",        "methods", "rows",       "maps",       "full"});
  Spec spec;
  Cells cells;
  take_scalars(spec, root, file);
  spec.problem = problem_of(required(root, "problem", "a name, such as problem = \"rotor\", or a .cpp file"), file);
  const Field horizons = horizon_field(root);
  spec.budgets = horizons.key() == "budgets";
  spec.horizons = read_horizons(horizons);
  cells.times(horizons, spec.horizons.size());
  const Field methods = required(root, "methods", "methods = [\"single-loop\"]");
  spec.methods = methods_of(methods);
  cells.times(methods, spec.methods.size());
  spec.set = named_values(root["set"]);
  spec.family = axes(root["family"], true, spec.seed, cells);
  spec.sweep = axes(root["sweep"], false, spec.seed, cells);
  require_set_or_family(root, spec);
  note_places(spec, root, horizons);
  detail::take_rows(spec, root["rows"]);
  detail::take_maps(spec, root["maps"]);
  take_full(spec, root["full"]);
  spec.text = text;
  return spec;
}

std::optional<SpecList> read_list(std::string_view text, const std::string& file) {
  const Node tree = detail::parse_toml(text, file);
  const Field root(file, tree);
  if (!root["studies"].given()) return std::nullopt;
  root.allow({"title", "studies"});
  SpecList out;
  if (const Field title = root["title"]; title.given()) out.title = title.prose();
  for (const Field& item : few(root["studies"], root["studies"].items("paths of specs")))
    out.paths.push_back(item.text());
  return out;
}

Spec full_form(Spec spec) {
  if (!spec.full_horizons.empty()) spec.horizons = spec.full_horizons;
  if (spec.full_replicas > 0) spec.replicas = spec.full_replicas;
  return spec;
}

}  // namespace twoscale
