#include <twoscale/problem/look.hpp>

namespace twoscale::detail {

void refuse_index(const char* function, const IndexError& error, std::initializer_list<Argument> arguments) {
  std::string which;
  for (const Argument& argument : arguments)
    if (argument.size == error.size)
      which += (which.empty() ? "" : " or ") + std::string(argument.name) + " (shape." + argument.field + " is " +
               std::to_string(argument.size) + ")";
  throw Error(std::string(function) + "() reads number " + std::to_string(error.index) + " (the first is number 0) of " +
              (which.empty() ? "a vector of " + std::to_string(error.size) : which));
}

void require_length(const char* function, int returned, const char* field, int expected) {
  if (returned != expected)
    throw Error(std::string(function) + "() returns " + std::to_string(returned) + " numbers, but shape." + field +
                " is " + std::to_string(expected));
}

}  // namespace twoscale::detail
