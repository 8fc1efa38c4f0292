// Nothing: what CMake precompiles for the tests needs a source to belong to.
