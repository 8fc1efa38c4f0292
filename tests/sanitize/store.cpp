// What of the library a store needs, as one file (as tests/bits/library.cpp for a run).

#include "../../src/store/store.cpp"
#include "../../src/core/digest.cpp"
#include "../../src/store/database.cpp"
#include "../../src/store/job.cpp"
#include "../../src/store/lock.cpp"
#include "../../src/store/merge.cpp"
#include "../../src/store/ranges.cpp"
#include "../../src/store/recorder.cpp"
#include "../../src/store/rows.cpp"
#include "../../src/store/schema.cpp"
