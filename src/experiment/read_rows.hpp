#pragma once
// Reads what is to be made of a study's results: rows and maps. The rest of the spec has been read.

#include <twoscale/experiment/spec.hpp>

#include "toml/field.hpp"

namespace twoscale::detail {

void take_rows(Spec& spec, const Field& field);
void take_maps(Spec& spec, const Field& field);

}  // namespace twoscale::detail
