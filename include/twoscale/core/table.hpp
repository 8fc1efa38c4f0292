#pragma once
// Table: numbers read from a file, for problems with data (--set data=train.csv).
// Stored column by column, so that pick(table.column(j), index) reads one stretch of memory.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace twoscale {

class Table {
 public:
  /// No rows and no columns: what a data setting is before it is set.
  Table() = default;
  /// `values` column by column; one name per column, or none at all.
  Table(int rows, int columns, std::vector<double> values, std::vector<std::string> names = {});

  /// A npy file if it begins as one, a CSV file otherwise. Throws naming the file, the place and what to do.
  static Table read(const std::string& path);
  /// Cells between commas, semicolons or tabs, whichever the first line has; it may be a header. Lines that begin
  /// with # and blank lines at the end are left out. `source` is what messages call the text.
  static Table parse_csv(std::string_view text, const std::string& source);
  /// One or two dimensions of floats, integers or bools; one dimension is one column. 64-bit integers are rounded to
  /// the nearest double.
  static Table parse_npy(std::string_view bytes, const std::string& source);

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  bool empty() const { return values_.empty(); }

  double operator()(int row, int column) const {
    require_inside("row", row, rows_);
    return this->column(column)[static_cast<std::size_t>(row)];
  }
  std::span<const double> column(int c) const {
    require_inside("column", c, columns_);
    const auto rows = static_cast<std::size_t>(rows_);
    return {values_.data() + static_cast<std::size_t>(c) * rows, rows};
  }
  /// The number of the column of that name; throws with the nearest name there is.
  int column_named(std::string_view name) const;

  /// One per column, or none where the file has no header.
  const std::vector<std::string>& names() const { return names_; }
  /// The path it was read from; empty if none.
  const std::string& source() const { return source_; }

 private:
  void require_inside(const char* what, int index, int count) const {
    if (index < 0 || index >= count) refuse_index(what, index, count);
  }
  [[noreturn, gnu::cold, gnu::noinline]] void refuse_index(const char* what, int index, int count) const;

  int rows_ = 0, columns_ = 0;
  std::vector<double> values_;
  std::vector<std::string> names_;
  std::string source_;
};

}  // namespace twoscale
