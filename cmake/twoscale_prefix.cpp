// Part of a program that links twoscale::files: says where twoscale is installed, for the headers of problem files.
extern "C" [[gnu::visibility("default")]] const char* twoscale_prefix() { return TWOSCALE_PREFIX; }
