#pragma once
// Database and Statement: SQLite behind two small classes. Its header is included in database.cpp alone.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "row_hash.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace twoscale {

/// One SQL statement with its values: bind, step through the rows, reset.
class Statement {
 public:
  Statement(sqlite3* database, const std::string& path, const char* sql);

  /// The next value, in the order of the question marks.
  Statement& bind(std::int64_t value);
  Statement& bind(const std::optional<double>& value);
  Statement& bind(std::string_view text);
  Statement& bind(const std::optional<std::string>& text);
  Statement& bind_numbers(const std::vector<double>& values);
  /// The hash of every value bound so far: the last column of a row that can be told from a damaged one.
  Statement& bind_hash();

  /// False after the last row. Throws with what to do when the file is full, read-only, damaged or in use.
  bool step();
  /// For what returns no rows: runs it, ready for the next values.
  void run();
  void reset();

  std::int64_t whole(int column) const;
  std::uint64_t count(int column) const { return static_cast<std::uint64_t>(whole(column)); }
  std::optional<double> number(int column) const;
  std::string text(int column) const;
  bool is_null(int column) const;
  std::vector<double> numbers(int column) const;
  /// The hash of the first columns, as bind_hash() makes it.
  std::int64_t hash_of(int columns) const;
  /// Whether column `hash` holds that of the columns before it.
  bool intact(int hash) const;

 private:
  struct Finalise {
    void operator()(sqlite3_stmt* statement) const;
  };
  void require_good(int code);

  sqlite3* database_;
  std::string path_;
  std::unique_ptr<sqlite3_stmt, Finalise> statement_;
  int bound_ = 0;
  RowHash hash_;  // of what was bound
};

class Database {
 public:
  enum class Use { write, read };
  /// An existing file, or with Use::write a new one. Says nothing yet of what is in it.
  Database(const std::string& path, Use use);

  const std::string& path() const { return path_; }
  /// One or more statements without values.
  void execute(const char* sql);
  Statement prepare(const char* sql) const { return Statement(database_.get(), path_, sql); }
  /// The first number of the first row.
  std::int64_t ask(const char* sql) const;
  std::string ask_text(const char* sql) const;
  /// Moves what was committed from the log beside the file into the file, as far as readers let it.
  void empty_log();

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  int open(const std::string& name, int flags);

  std::string path_;
  std::unique_ptr<sqlite3, Close> database_;
};

/// All of what is written while it lives, or nothing.
class Transaction {
 public:
  explicit Transaction(Database& database) : database_(database) { database.execute("BEGIN IMMEDIATE"); }
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit() {
    database_.execute("COMMIT");
    done_ = true;
  }

 private:
  Database& database_;
  bool done_ = false;
};

}  // namespace twoscale
