#include <twoscale/run/choices.hpp>

namespace twoscale {

bool needs_only_common_choices(const Method& method) {
  auto common = [](const auto& choice) {
    return std::visit(
        [](const auto& alternative) { return CommonChoices::has<std::remove_cvref_t<decltype(alternative)>>; }, choice);
  };
  return common(method.tracker) && common(method.oracle) && common(method.preconditioner) && common(method.outer);
}

void detail::refuse_choice(const char* name) {
  throw Error(std::string("this problem was compiled for the single-loop methods only, without '") + name + "'");
}

}  // namespace twoscale
