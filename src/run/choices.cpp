#include <twoscale/run/choices.hpp>

namespace twoscale {

bool needs_only_common_choices(const Method& method) {
  return visit_special<CommonChoices>(method, []<class>() {});
}

void detail::refuse_choice(const char* name) {
  throw Error(std::string("this problem was compiled for the single-loop methods only, without '") + name + "'");
}

}  // namespace twoscale
