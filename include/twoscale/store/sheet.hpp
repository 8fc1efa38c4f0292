#pragma once
// Sheet: what a store holds as rows and columns, read one row at a time.

#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <variant>
#include <vector>

#include <twoscale/store/store.hpp>

namespace twoscale::sheet {

struct Column {
  enum Kind { text, whole, number, numbers };
  std::string name;
  Kind kind;
  std::size_t size = 1;  // text: letters at most, 0 where that is not known; numbers: how many
};

/// NaN stands for a number that is not known.
using Cell = std::variant<std::string, std::uint64_t, double, std::vector<double>>;
using Row = std::vector<Cell>;

struct Sheet {
  std::vector<Column> columns;
  std::uint64_t rows = 0;
  std::function<void(const std::function<void(const Row&)>&)> for_each;
};

/// "replicas", "observations" or "jobs"; throws for another word. The store must stay.
Sheet sheet_of(const Store& store, const std::string& what);

/// A point has a column for each of its numbers: x0, x1, ...
void write_csv(const Sheet& sheet, std::ostream& out);
/// One structured array, which numpy.load reads with the columns' names. Text of any length is left out.
void write_npy(const Sheet& sheet, std::ostream& out);

/// Replicas that were asked for, and have not ended. Every row is checked on the way. Throws where there are no jobs.
std::uint64_t missing_replicas(const Store& store);

}  // namespace twoscale::sheet
