// Included before a problem file that is compiled on the fly, as part0.hpp and part1.hpp are: the choices its kernels
// are compiled for. See run/choices.hpp.
#define TWOSCALE_CHOICES TunedChoices
