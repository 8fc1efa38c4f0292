#include <twoscale/solve/observed_names.hpp>

#include <algorithm>

#include <twoscale/core/setting.hpp>

namespace twoscale {

namespace {

struct Named {
  const char *name, *symbol, *meaning;
};

constexpr Named kNamed[] = {
    {"residual", "|h(y)-y|^2", "squared residual"},
    {"tracking_error", "|x-x*|", "distance of x from x*(y)"},
    {"preconditioner_error", "|P-P*|", "distance of P from P*(y)"},
    {"raw_bias", "|g-h|", "bias of the slow map seen at x"},
    {"corrected_bias", "|g+P*(f-x)-h|", "the same, corrected with P*(y)"},
    {"online_bias", "|g+P(f-x)-h|", "the same, corrected with the method's P"},
    {"newton_error", "|N(x,y)-x*|", "distance of the Newton point from x*(y)"},
    {"newton_bias", "|g(N,y)-h|", "bias of the slow map seen at the Newton point"},
    {"residual_product", "|(P-P*)(f-x)|^2", "the product condition's first term"},
    {"noise_product", "|(P-P*)(F-f)|^2", "the product condition's second term"},
    {"lag_scale", "E_N", "the schedule's weighted lag; no run in it"},
};

const Named* find_named(const std::string& name) {
  for (const Named& named : kNamed)
    if (name == named.name) return &named;
  return nullptr;
}

}  // namespace

const std::vector<std::string>& observed_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> out;
    for (const Named& named : kNamed) out.emplace_back(named.name);
    return out;
  }();
  return names;
}

void require_known(const std::string& name, const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), name) != known.end()) return;
  std::string all;
  for (const std::string& one : known) all += (all.empty() ? "" : ", ") + one;
  throw Error("nothing to observe called '" + name + "'" + suggestion(name, known) + " (" + all + ")");
}

void require_once(const std::vector<std::string>& names) {
  for (const std::string& name : names)
    if (std::count(names.begin(), names.end(), name) > 1) throw Error("'" + name + "' is to be observed twice");
}

void require_observed(const std::vector<std::string>& names) {
  for (const std::string& name : names) require_known(name, observed_names());
  require_once(names);
}

std::string symbol_of(const std::string& name) {
  const Named* found = find_named(name);
  return found != nullptr ? found->symbol : name;
}

std::string meaning_of(const std::string& name) {
  const Named* found = find_named(name);
  return found != nullptr ? found->meaning : name;
}

}  // namespace twoscale
