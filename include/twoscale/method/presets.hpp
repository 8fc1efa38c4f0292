#pragma once
// Presets: the paper's methods and some beyond it by name, each a point in the space of the choices.

#include <string_view>
#include <vector>

#include <twoscale/method/method.hpp>

namespace twoscale {

struct Preset {
  const char* name;
  const char* summary;
  const char* promise;  // of the mean-square residual, in samples T
  Method (*make)();
};

/// The paper's in its order, then those beyond it.
const std::vector<Preset>& presets();

/// Throws with the nearest name when there is none such.
Method make_method(std::string_view name);

}  // namespace twoscale
