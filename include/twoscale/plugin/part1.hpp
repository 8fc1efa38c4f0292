// Included before a problem file that is compiled on the fly, after the precompiled header (which a -D would spoil):
// chooses what its TWOSCALE_PROBLEM line makes. See any_problem.hpp.
#define TWOSCALE_PART 1
