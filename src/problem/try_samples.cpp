#include <twoscale/problem/numbers.hpp>
#include <twoscale/problem/try_samples.hpp>

namespace twoscale::detail {

namespace {

[[noreturn]] void refuse_index(const char* function, const IndexError& error,
                               std::initializer_list<Argument> arguments) {
  std::string which;
  for (const Argument& argument : arguments)
    if (argument.size == error.size)
      which += (which.empty() ? "" : " or ") + std::string(argument.name) + " (shape." + argument.field + " is " +
               std::to_string(argument.size) + ")";
  throw Error(std::string(function) + "() reads number " + std::to_string(error.index) +
              " (the first is number 0) of " + (which.empty() ? "a vector of " + std::to_string(error.size) : which));
}

}  // namespace

void try_function(const char* function, std::initializer_list<Argument> arguments, const std::function<void()>& run) {
  try {
    run();
  } catch (const IndexError& error) {
    refuse_index(function, error, arguments);
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    throw Error(std::string(function) + "() threw at the first point: " + error.what());
  }
}

void require_shape(const Shape& shape) {
  const auto require = [](const char* field, int size, double low) {
    require_in_range(std::string("shape.") + field, size, {.low = low, .high = 100000000, .whole = true});
  };
  require("fast", shape.fast, 1);
  require("slow", shape.slow, 1);
  require("fast_noise", shape.fast_noise, 0);
  require("slow_noise", shape.slow_noise, 0);
  require("fast_derivative_noise", shape.fast_derivative_noise, 0);
  require("slow_derivative_noise", shape.slow_derivative_noise, 0);
}

void require_length(const char* function, int returned, const char* field, int expected) {
  if (returned != expected)
    throw Error(std::string(function) + "() returns " + std::to_string(returned) + " numbers, but shape." + field +
                " is " + std::to_string(expected));
}

}  // namespace twoscale::detail

namespace twoscale {

void require_count(const char* point, const std::vector<double>& numbers, int count) {
  if (static_cast<int>(numbers.size()) != count)
    throw Error::field(point, to_text(numbers.data(), static_cast<int>(numbers.size())),
                       std::to_string(count) + " numbers");
}

}  // namespace twoscale
