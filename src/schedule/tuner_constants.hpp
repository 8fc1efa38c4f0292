#pragma once
// The constants of a tuned run that no option sets. Chosen on random problems (./dev trust) and on the suite
// (./dev suite); docs/methods/auto.md says what depends on them, and how much.

namespace twoscale {

// Drift: squares over what noise gives.
inline constexpr double kMostRaise = 50;       // of travel from one epoch to the next: a drift says no more than that
inline constexpr double kLateRaise = 4;        // the same within the last epoch
inline constexpr double kLittle = 0.02;        // below it, travel was more than enough, and shrinks again
inline constexpr double kOnItsWay = 2;         // above it, the first third of the last epoch is not averaged
inline constexpr double kFar = 25;             // above it, the mean of an epoch may lie behind its end
inline constexpr double kOnwards = 4;          // in the direction y went last, going on: two standard errors
inline constexpr double kBeyondNoise = 7;      // in another direction of y
inline constexpr double kFastBeyondNoise = 6;  // in a direction of x
inline constexpr double kPersistent = 6;       // how much more is left in a slow direction than its drift tells
inline constexpr double kMatters = 0.1;        // of the limit: a drift in one direction below it is left alone
inline constexpr double kSlowest = 10;         // times as far as x went, it may still have to go

// What is normal, and what is not.
inline constexpr double kGrown = 4;      // times the least squared pull so far: surely grown,
inline constexpr double kSure = 9;       // allowing for so many times what noise gives: three standard errors
inline constexpr double kBlown = 100;    // times the noise seen before, and the noise that pull could make
inline constexpr double kAstray = 8;     // times the noise expected: y went where no pull led it
inline constexpr double kNoisier = 3;    // the same, where the look is long enough to tell
inline constexpr double kStirred = 3;    // times the noise at rest around it: y's own motion makes noise,
inline constexpr double kStirs = 1.3;    // or so much, where the look is so long that
inline constexpr double kPlenty = 100;   // times the kurtosis are in it
inline constexpr double kCalm = 0.5;     // kappa B^2 noise / L: so much of it leaves noise that multiplies y harmless
inline constexpr double kInflated = 9;   // times the noise at rest: y moves too fast for x
inline constexpr double kEnough = 10;    // times the kurtosis: samples that tell a variance to about a third
inline constexpr double kHeavy = 20;     // kurtosis beyond it: rare events, or heavy tails
inline constexpr double kCut = 0.25;     // of a step, when something went wrong
inline constexpr double kBlameFast = 2;  // legs lost in a row: from then on x's step is cut, too
inline constexpr double kMostCuts = 20;  // 4^20: then it is not the steps
inline constexpr double kForget = 10;    // alpha L rho at least: x forgets its start within an epoch
inline constexpr double kLagged = 5;     // alpha / beta is at least lag sqrt(B / 5): 2.4 times the lag at B = 30
inline constexpr double kBesideFollowed = 2;  // alpha / beta where a vector that follows x's error is faster than x

// The end.
inline constexpr double kLeastToTell = 100;  // iterations: in fewer, noise and drift look alike
inline constexpr double kSettled = 8;        // times the limit, squared drift of y (or x) in what was averaged
inline constexpr double kTolerance = 1e-10;  // or so much of the squared pull at the start: all but no noise at all
inline constexpr double kRounding = 1e-14;   // of z: a pull below it is none
inline constexpr double kTiny = 1e-300;      // instead of no noise

}  // namespace twoscale
