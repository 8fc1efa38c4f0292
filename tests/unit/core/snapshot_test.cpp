// Snapshots are read back exactly, and text that is not one is refused rather than believed or crashed on.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <twoscale/core/error.hpp>
#include <twoscale/run/snapshot.hpp>

namespace twoscale {
namespace {

using Numbers = std::vector<double>;

bool same_numbers(const Numbers& a, const Numbers& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::isnan(a[i]) != std::isnan(b[i])) return false;
    // A NaN's payload means nothing here; every other bit must come back.
    if (!std::isnan(a[i]) && std::bit_cast<std::uint64_t>(a[i]) != std::bit_cast<std::uint64_t>(b[i])) return false;
  }
  return true;
}

bool same(const Snapshot& a, const Snapshot& b) {
  bool out = a.replica == b.replica && a.iteration == b.iteration && a.counts == b.counts &&
             same_numbers(a.controller, b.controller) && a.kept.size() == b.kept.size();
  for_each_part([&](const StatePart& part, const auto&) { out = out && same_numbers(a.*part.stored, b.*part.stored); });
  for (std::size_t i = 0; out && i < a.kept.size(); ++i)
    out = a.kept[i].name == b.kept[i].name && same_numbers(a.kept[i].numbers, b.kept[i].numbers);
  return out;
}

Snapshot example() {
  Snapshot out;
  out.replica = 0xffffffff;
  out.iteration = ~std::uint64_t{0};
  for (int role = 0; role < kRoles; ++role) out.counts.drawn[role] = std::uint64_t{1} << (10 * role);
  out.counts.preconditioner = 17;
  out.fast = {1.0 / 3, -0.0, 5e-324};
  out.slow = {std::numeric_limits<double>::max(), 0.1};
  out.preconditioner = {1, 2, 3, 4, 5, 6};
  out.basis = {0.5, -0.5};
  out.anchor = {-1e-310};
  out.kept = {{"mean", {1e300, -0.0}}, {"count", {3}}, {"nothing", {}}};
  out.controller = {0.25};
  out.average = {0.1, 0.7};
  return out;  // inner_start stays empty
}

/// Any 64 bits as a double: subnormals, infinities and NaNs come up in their turn.
Numbers numbers_of(const std::vector<std::uint64_t>& bits) {
  Numbers out;
  for (const std::uint64_t word : bits) out.push_back(std::bit_cast<double>(word));
  return out;
}

RC_GTEST_PROP(Snapshot, AnySnapshotComesBackAsItWas, ()) {
  const auto words =
      rc::gen::container<std::vector<std::uint64_t>>(rc::gen::resize(1000, rc::gen::arbitrary<std::uint64_t>()));
  Snapshot snapshot;
  snapshot.replica = *rc::gen::arbitrary<std::uint32_t>();
  snapshot.iteration = *rc::gen::arbitrary<std::uint64_t>();
  for (auto& count : snapshot.counts.drawn) count = *rc::gen::arbitrary<std::uint64_t>();
  snapshot.counts.preconditioner = *rc::gen::arbitrary<std::uint64_t>();
  for_each_part([&](const StatePart& part, const auto&) { snapshot.*part.stored = numbers_of(*words); });
  for (const char* name : {"mean", "count"}) snapshot.kept.push_back({name, numbers_of(*words)});
  snapshot.controller = numbers_of(*words);
  RC_ASSERT(same(deserialise(serialise(snapshot)), snapshot));
}

TEST(Snapshot, AMillionRandomDoublesComeBackBitForBit) {
  std::mt19937_64 random(12);
  for (int block = 0; block < 100; ++block) {
    Snapshot snapshot;
    for (int i = 0; i < 10'000; ++i) snapshot.slow.push_back(std::bit_cast<double>(random()));
    // Subnormals are one in two thousand of those: some more of them.
    for (int i = 0; i < 1'000; ++i) snapshot.fast.push_back(std::bit_cast<double>(random() >> (12 + random() % 52)));
    ASSERT_TRUE(same(deserialise(serialise(snapshot)), snapshot));
  }
}

TEST(Snapshot, InfinitiesNansAndSignsOfZeroComeBack) {
  const double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  Snapshot snapshot;
  snapshot.fast = {infinity, -infinity, nan, -nan, 0.0, -0.0};
  const Numbers back = deserialise(serialise(snapshot)).fast;
  ASSERT_EQ(back.size(), 6U);
  EXPECT_EQ(back[0], infinity);
  EXPECT_EQ(back[1], -infinity);
  EXPECT_TRUE(std::isnan(back[2]) && std::isnan(back[3]));
  EXPECT_FALSE(std::signbit(back[4]));
  EXPECT_TRUE(std::signbit(back[5]));
}

TEST(Snapshot, ExampleComesBackEqual) { EXPECT_EQ(deserialise(serialise(example())), example()); }

TEST(Snapshot, EveryTruncationIsRefused) {
  const std::string text = serialise(example());
  for (std::size_t length = 0; length < text.size(); ++length)
    EXPECT_THROW(deserialise(text.substr(0, length)), Error) << "the first " << length << " bytes";
}

TEST(Snapshot, TextAfterTheEndIsRefused) {
  const std::string text = serialise(example());
  EXPECT_THROW(deserialise(text + "x"), Error);
  EXPECT_THROW(deserialise(text + "\n"), Error);
  EXPECT_THROW(deserialise(text + text), Error);
}

/// A snapshot or an Error; anything else that is thrown, and any crash, fails the test.
void expect_snapshot_or_error(const std::string& text) {
  try {
    deserialise(text);
  } catch (const Error&) {
  }
}

TEST(Snapshot, AnyByteMayBeWrongWithoutHarm) {
  const std::string text = serialise(example());
  for (std::size_t at = 0; at < text.size(); ++at)
    for (int byte = 0; byte < 256; ++byte) {
      std::string wrong = text;
      wrong[at] = static_cast<char>(byte);
      expect_snapshot_or_error(wrong);
    }
}

TEST(Snapshot, BytesMayBeLostAddedAndFlippedWithoutHarm) {
  std::mt19937_64 random(13);
  for (int trial = 0; trial < 50'000; ++trial) {
    std::string text = serialise(example());
    for (std::uint64_t change = 0; change <= random() % 8; ++change) {
      const std::size_t at = random() % text.size();
      if (random() % 3 == 0) text.erase(at, random() % 20);
      else if (random() % 2 == 0) text.insert(at, 1, static_cast<char>(random()));
      else text[at] = static_cast<char>(text[at] ^ (1 << random() % 8));
      if (text.empty()) break;
    }
    expect_snapshot_or_error(text);
  }
}

std::string with_line(int line, const std::string& replacement) {
  std::string text = serialise(example());
  std::size_t start = 0;
  for (int i = 0; i < line; ++i) start = text.find('\n', start) + 1;
  return text.replace(start, text.find('\n', start) - start, replacement);
}

std::string refusal(const std::string& text) {
  try {
    deserialise(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Snapshot, RefusalsNameTheLine) {
  const std::string text = serialise(example());
  EXPECT_NE(refusal(text.substr(0, text.size() - 1)).find("ends too early"), std::string::npos);
  EXPECT_NE(refusal("hello\n").find("not a twoscale snapshot"), std::string::npos);
  EXPECT_NE(refusal(with_line(0, "twoscale-snapshot 2")).find("another version"), std::string::npos);
  EXPECT_NE(refusal(with_line(1, "position 1 2 3")).find("'position'"), std::string::npos);
  EXPECT_NE(refusal(with_line(1, "position 4294967296 2 3 4 5 6 7 8 9 10")).find("replica"), std::string::npos);
  EXPECT_NE(refusal(with_line(1, "position 1 -2 3 4 5 6 7 8 9 10")).find("'position'"), std::string::npos);
  EXPECT_NE(refusal(with_line(1, "position 99999999999999999999 2 3 4 5 6 7 8 9 10")).find("'position'"),
            std::string::npos);
  EXPECT_NE(refusal(with_line(2, "fats 1p+0")).find("'fast'"), std::string::npos);
  EXPECT_NE(refusal(with_line(4, "slow 1p+0 pear")).find("'slow'"), std::string::npos);
  EXPECT_NE(refusal(with_line(4, "slow 1p+0  1p+0")).find("'slow'"), std::string::npos);
  EXPECT_NE(refusal(with_line(7, "anchor 1p+99999")).find("'anchor'"), std::string::npos);
  EXPECT_NE(refusal(with_line(6, "average pear")).find("'average'"), std::string::npos);
  EXPECT_NE(refusal(with_line(11, "kept.mean pear")).find("'kept.mean'"), std::string::npos);
  EXPECT_NE(refusal(with_line(11, "kpt.mean 1p+0")).find("'controller'"), std::string::npos);
}

}  // namespace
}  // namespace twoscale
