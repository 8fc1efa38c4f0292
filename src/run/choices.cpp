#include <twoscale/run/choices.hpp>

#include <algorithm>
#include <string_view>
#include <vector>

namespace twoscale {

namespace {

/// "OneStep", from what the compiler calls this function: "... [with A = twoscale::OneStep; ...]".
template <class A>
std::string type_name() {
  constexpr std::string_view kBefore = "A = twoscale::";
  const std::string_view whole = __PRETTY_FUNCTION__;
  const std::size_t start = whole.find(kBefore) + kBefore.size();
  return std::string(whole.substr(start, whole.find_first_of(";]", start) - start));
}

/// Adds the alternative that is chosen, unless it is there already.
template <class Choice>
void add(std::vector<std::string>& names, const Choice& choice) {
  std::string name = std::visit([]<class A>(const A&) { return type_name<A>(); }, choice);
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
}

std::string list(const char* type, const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
  return std::string(type) + "<" + out + ">";
}

std::string kernel_for(std::initializer_list<Method> methods) {
  std::vector<std::string> names;
  for (const Method& m : methods) {
    add(names, m.tracker), add(names, m.oracle), add(names, m.preconditioner), add(names, m.outer);
    add(names, m.output);
    if (std::holds_alternative<Tuned>(m.schedule)) add(names, m.schedule);
  }
  return list("Only", names);
}

/// The kernel of a method as it is, or as it may be on a problem that is large or has no derivatives.
std::string kernel_of(const Method& method) {
  const std::string asked = kernel_for({method});
  const std::string any = is_tuned(method) ? kernel_for({method, with_correction(method, Correction::followed),
                                                         with_correction(method, Correction::none)})
                                           : asked;
  return asked == any ? asked : list("Suited", {asked, any});
}

}  // namespace

ChoiceSet choices_for(std::span<const Method> methods) {
  constexpr std::size_t kMost = 3;  // each takes a third of the time that all of them take together
  std::vector<std::string> kernels;
  for (const Method& method : methods) {
    if (!method.batches.single() && !std::holds_alternative<Tuned>(method.schedule)) return {};
    std::string kernel = kernel_of(method);
    if (std::find(kernels.begin(), kernels.end(), kernel) == kernels.end()) kernels.push_back(std::move(kernel));
  }
  if (kernels.empty() || kernels.size() > kMost) return {};
  std::sort(kernels.begin(), kernels.end());
  return {kernels.size() == 1 ? kernels[0] : list("AnyOf", kernels)};
}

void detail::refuse_choice(const char* name) {
  throw Error(std::string("this problem was compiled for other methods only, without '") + name + "'");
}

}  // namespace twoscale
