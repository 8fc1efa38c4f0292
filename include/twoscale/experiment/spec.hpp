#pragma once
// Spec: an experiment as a user writes it down: a problem over a family of parameters, methods over a sweep of options,
// horizons, replicas, and the rows that are fitted to what comes out. Plain data; read_spec is the one place for TOML.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <twoscale/measure/fit.hpp>
#include <twoscale/measure/verdict.hpp>

namespace twoscale {

using NamedValue = std::pair<std::string, std::string>;  // a value as text: a number, a name, "anchor", "0.5*anchor"

/// A parameter or an option with the values it takes in turn.
struct Axis {
  std::string name;
  std::vector<std::string> values;
};

struct SpecMethod {
  std::string name;                 // of a preset
  std::string label;                // how tables call it: the name, unless given
  std::vector<NamedValue> options;  // besides the preset's own
  std::vector<NamedValue> set;      // parameters of the problem for this method alone
};

/// A line of the result: a quantity's exponent, or a bound, against a scale.
struct SpecRow {
  std::string label;                 // empty: made from the rest
  std::vector<std::string> methods;  // by label; empty: all
  std::string quantity = "residual";
  double power = 1;                 // of each replica's value, before means are taken: 4 for a fourth moment
  std::string against = "samples";  // samples, iterations, a scale of the theory, a swept option, a parameter
  std::optional<double> promise;    // of the exponent; none: what the method's theorem says in samples
  bool measure_only = false;        // no promise at all: the exponent alone is wanted
  Claim claim = Claim::at_most;
  Over over = Over::worst;
  std::string bound;  // a quantity of the theory that every value must respect; empty: none
  std::optional<double> within_limit, within_best;  // bars in units of the limit, of the best other method: bars.hpp
};

/// A heat map: two swept options or parameters across, a value in each cell, worst over the rest of the family.
struct SpecMap {
  enum class Show { value, exponent, ratio };  // at the longest horizon; over horizons; of two methods
  std::string title;
  std::vector<std::string> methods;  // by label: one, or the two of a ratio; empty: the first, and the second
  std::string quantity = "residual";
  double power = 1;
  Show show = Show::value;
  std::string x, y;
};

struct Spec {
  std::string name, title, statement;  // statement: what of the paper, or of one's own, this measures
  std::string problem;                 // a name, or a file's path
  std::vector<NamedValue> set;         // parameters
  std::vector<Axis> family;            // parameters: all combinations
  std::vector<Axis> sweep;             // options of the methods: all combinations
  std::vector<SpecMethod> methods;
  bool budgets = false;  // horizons are samples, not iterations
  std::vector<std::uint64_t> horizons;
  std::uint32_t replicas = 64;
  std::uint64_t seed = 1;
  std::vector<std::string> quantities = {"residual"};
  std::uint64_t observations = 1;                      // log-spaced looks at them on the way; 1: at the end alone
  std::vector<double> anchor, fast_start, slow_start;  // empty: the problem's
  bool force = false;
  std::vector<SpecRow> rows;  // empty: the residual of every method against samples
  std::vector<SpecMap> maps;
  // Of the longer form; empty and 0: as above.
  std::vector<std::uint64_t> full_horizons;
  std::uint32_t full_replicas = 0;

  std::string text;  // as it was written
  /// Where what was written stands, "FILE:LINE:COLUMN: ", by its key ("problem", "horizons", "set.gain", "methods.0",
  /// "rows.1"): for what only a problem or a method can find wrong. Empty for a spec that was not read from a file.
  std::map<std::string, std::string> places;

  /// The place of a key, or nothing.
  std::string place(const std::string& key) const {
    const auto found = places.find(key);
    return found == places.end() ? "" : found->second;
  }
};

/// Reads a spec. Throws an Error that begins with FILE:LINE:COLUMN and says what is wrong and what is allowed. Nothing
/// is looked up in problems or methods here: only the form is checked.
Spec read_spec(std::string_view text, const std::string& file);
/// From a file. Throws where it cannot be read.
Spec load_spec(const std::string& path);
/// Several, from a file that names them: title = "...", studies = ["one.toml", "two.toml"], beside it.
struct SpecList {
  std::string title;  // empty: none was given
  std::vector<std::string> paths;
  std::vector<Spec> specs;
};
/// A list, or one spec.
SpecList load_specs(const std::string& path);
/// The form of a list alone; none where the text is not one. Throws as read_spec does.
std::optional<SpecList> read_list(std::string_view text, const std::string& file);
/// The longer form: [full] in place of what it replaces.
Spec full_form(Spec spec);

/// Numbers from "1e3:1e6" (each decade), "1e3:1e6:log7", "0.1:0.9:5" or "1,2,5"; names pass as they are.
std::vector<std::string> expand_values(const std::string& field, const std::string& text);

}  // namespace twoscale
