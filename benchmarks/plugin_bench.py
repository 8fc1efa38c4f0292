#!/usr/bin/env python3
"""How long a problem file takes to start: compiled for the first time, and from the cache.

usage: plugin_bench.py PROGRAM SOURCE_ROOT

Wall-clock medians on an otherwise idle machine; the precompiled header is the build's. Aims on two cores: a first start
with the default method below 3 s for a few numbers and 4 s for 20 by 10, with a nested method below 6 s; a cached start
below 0.1 s.
"""

import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time


def seconds(program, arguments, cache):
    start = time.perf_counter()
    ended = subprocess.run([program, *arguments], check=False, capture_output=True,
                           env=dict(os.environ, TWOSCALE_CACHE=cache)).returncode
    assert ended in (0, 3), ended  # so few iterations may not settle
    return time.perf_counter() - start


def measure(program, file, method, compiles=3, starts=15):
    """Medians of a first start, each in a cache of its own, and of a cached one."""
    arguments = ["solve", str(file), "--method", method, "--iterations", "2000", "--json"]
    first, cached = [], []
    for _ in range(compiles):
        with tempfile.TemporaryDirectory() as cache:
            first.append(seconds(program, arguments, cache))
            cached += [seconds(program, arguments, cache) for _ in range(starts // compiles)]
    return statistics.median(first), statistics.median(cached)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    program, root = sys.argv[1], pathlib.Path(sys.argv[2])
    print(f"{'file':38} {'method':18} {'first start':>12} {'cached':>10}")
    for file, method in [("examples/starter.cpp", "auto"), ("examples/starter.cpp", "nested"),
                         ("benchmarks/problem/twenty_by_ten.cpp", "auto"), ("examples/starter.cpp", "single-loop"), ("zoo/rotor.cpp", "single-loop"),
                         ("zoo/rotor_curved.cpp", "single-loop"), ("zoo/rotor_curved.cpp", "nested-corrected")]:
        first, cached = measure(program, root / file, method)
        print(f"{file:38} {method:18} {first:10.2f} s {1000 * cached:7.0f} ms")


if __name__ == "__main__":
    main()
