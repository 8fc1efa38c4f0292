#pragma once
// Finding: how a run ended as far as its own numbers tell, before it is put in words.

#include <twoscale/core/status.hpp>

namespace twoscale {

struct Finding {
  enum class Reason {
    none,
    too_short,   // nothing was measured that could tell
    slow_drift,  // y was on its way
    fast_drift,  // x was, and P does not cancel that
    doubt,       // the answer does not hold when it is looked at again
    astray,      // noise carried y to where there is much more of it
    lost,        // the last epoch went wrong
    grew         // the residual is larger than it was, or every epoch of late went wrong
  };
  Ending ending = Ending::settled;
  Reason reason = Reason::none;
  double number = 0;  // what was seen, over what noise gives: squares; of grew: how often steps were cut
};

}  // namespace twoscale
