#include <twoscale/core/error.hpp>

#include <charconv>

#include <twoscale/core/vector.hpp>

namespace twoscale {

Error Error::field(const std::string& name, const std::string& value, const std::string& requirement) {
  return Error(name + " = " + value + " must be " + requirement);
}

std::string to_text(double value) {
  char buffer[32];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, result.ptr};
}

std::string to_text(const double* values, int count) {
  std::string out = "(";
  for (int i = 0; i < count; ++i) out += (i ? ", " : "") + to_text(values[i]);
  return out + ")";
}

void detail::refuse_sizes(int a, int b) {
  throw Error("sizes " + std::to_string(a) + " and " + std::to_string(b) + " do not fit together");
}

IndexError::IndexError(int at, int length)
    : Error("number " + std::to_string(at) + " of a vector of " + std::to_string(length) + " (the first is number 0)"),
      index(at),
      size(length) {}

void detail::refuse_index(int index, int size) { throw IndexError(index, size); }

}  // namespace twoscale
