#pragma once
// twoscale verify: is everything in a store what was written?

#include <string>

namespace twoscale::cli {

struct VerifyRequest {
  std::string store;
  bool json = false;
};

/// Gives the exit code: 2 where something is damaged.
int verify(const VerifyRequest& request);

}  // namespace twoscale::cli
