#include <twoscale/run/choices.hpp>

#include <algorithm>

namespace twoscale {

const char* name_of(ChoiceSet set) {
  switch (set) {
    case ChoiceSet::corrected:
      return "corrected";
    case ChoiceSet::raw:
      return "raw";
    case ChoiceSet::tuned:
      return "tuned";
    case ChoiceSet::every:
      break;
  }
  return "every";
}

ChoiceSet choices_for(std::span<const Method> methods) {
  if (std::all_of(methods.begin(), methods.end(), is_compiled<CorrectedChoices>)) return ChoiceSet::corrected;
  if (std::all_of(methods.begin(), methods.end(), is_compiled<RawChoices>)) return ChoiceSet::raw;
  if (std::all_of(methods.begin(), methods.end(), is_compiled<TunedChoices>)) return ChoiceSet::tuned;
  return ChoiceSet::every;
}

void detail::refuse_choice(const char* name) {
  throw Error(std::string("this problem was compiled for other methods only, without '") + name + "'");
}

}  // namespace twoscale
