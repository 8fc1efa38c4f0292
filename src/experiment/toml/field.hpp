#pragma once
// Field: a named value of a TOML file, read as what it should be. Every refusal says where it stands, how it is called,
// what it is and what it must be.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <twoscale/core/error.hpp>

#include "node.hpp"

namespace twoscale::detail {

class Field {
 public:
  /// The whole file.
  Field(const std::string& file, const Node& root) : file_(&file), node_(&root) {}

  bool given() const { return node_ != nullptr; }
  const std::string& name() const { return name_; }
  Node::Kind kind() const { return node_->kind; }
  bool is(Node::Kind kind) const { return given() && node_->kind == kind; }

  /// "FILE:LINE:COLUMN: sentence", of the value or of its key.
  Error error(const std::string& sentence) const { return Error(at(*file_, node_->place) + sentence); }
  Error key_error(const std::string& sentence) const { return Error(at(*file_, key_) + sentence); }
  /// "FILE:LINE:COLUMN: ", of the value, for what is found out later.
  std::string place() const { return at(*file_, node_->place); }
  /// "FILE:LINE:COLUMN: replicas = -3 must be ..."
  Error must_be(const std::string& requirement) const;

  std::string prose() const;  // may have several lines
  std::string text() const;   // one line, not empty
  /// Letters, digits and the other characters given; anything else is refused.
  std::string word(std::string_view others) const;
  /// One of several words; another one gets the nearest suggested.
  std::size_t choice(const std::vector<std::string>& words) const;
  double number() const;
  std::uint64_t whole(std::uint64_t low, std::uint64_t high) const;
  bool truth() const;
  /// What a setting may be, as text: a number, a string, a truth as 0 or 1.
  std::string value() const;

  /// Of a list, which must not be empty; `what` says of what it should be one.
  std::vector<Field> items(const std::string& what) const;
  /// Of a table.
  std::vector<Field> entries() const;
  /// An entry of a table; where there is none, a field that is not given.
  Field operator[](std::string_view key) const;
  /// Throws for a key that is none of these.
  void allow(const std::vector<std::string>& keys) const;
  /// The last part of the name.
  std::string key() const { return name_.substr(name_.rfind('.') + 1); }

 private:
  Field(const Field& parent, std::string name, Place key, const Node* node)
      : file_(parent.file_), name_(std::move(name)), key_(key), node_(node) {}
  void require_table() const;
  std::string name_of(const std::string& key) const { return name_.empty() ? key : name_ + '.' + key; }

  const std::string* file_;
  std::string name_;
  Place key_;
  const Node* node_;
};

/// A table's entries, or a list's items, if they are not more than anyone writes by hand.
std::vector<Field> few(const Field& field, std::vector<Field> fields);

}  // namespace twoscale::detail
