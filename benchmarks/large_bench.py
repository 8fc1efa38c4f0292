#!/usr/bin/env python3
"""What auto costs on large problems, over the bare raw recursion with as many iterations.

usage: large_bench.py TWOSCALE [--quick]

The problem is tests/cases/wide.cpp: seconds of the whole program once the file is compiled, with survey and limit, and
the peak of its memory.
"""

import json
import os
import pathlib
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SIZES = [(400, 200, 50_000), (2_000, 1_000, 50_000), (100_000, 100_000, 1_000)]


def run(program, cache, method, nx, ny, iterations):
    """(seconds, peak in kB, report)"""
    words = [program, "solve", str(ROOT / "tests/cases/wide.cpp"), "--method", method, "--set", f"nx={nx}", "--set", f"ny={ny}",
             "--iterations", str(iterations), "--certify", "0", "--json", "--quiet"]
    with tempfile.TemporaryFile() as out:
        start = time.monotonic()
        child = os.posix_spawn(program, words, {**os.environ, "TWOSCALE_CACHE": cache},
                               file_actions=[(os.POSIX_SPAWN_DUP2, out.fileno(), 1)])
        _, status, used = os.wait4(child, 0)
        seconds = time.monotonic() - start
        out.seek(0)
        text = out.read()
    if os.waitstatus_to_exitcode(status) not in (0, 3):  # 3: not settled after so few iterations
        sys.exit(f"{' '.join(words)}: exit code {os.waitstatus_to_exitcode(status)}")
    return seconds, used.ru_maxrss, json.loads(text)


def main():
    program, quick = str(pathlib.Path(sys.argv[1]).resolve()), "--quick" in sys.argv[2:]
    print("| x, y, iterations | raw | auto | auto over raw | residual over the limit | peak memory |")
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory(prefix="twoscale-large-") as cache:
        for method in ("raw", "auto"):
            run(program, cache, method, 2, 2, 1)  # compiles
        for nx, ny, iterations in SIZES[:1] if quick else SIZES:
            raw, auto = (min((run(program, cache, method, nx, ny, iterations) for _ in range(3)), key=lambda r: r[0])
                         for method in ("raw", "auto"))
            over = auto[2]["residual"]["mean_square"] / auto[2]["limit"]["at_equal_split"]
            print(f"| {nx:,}, {ny:,}, {iterations:,} | {raw[0]:.2f} s | {auto[0]:.2f} s | {auto[0] / raw[0]:.2f} | {over:.2f} | "
                  f"{auto[1] / 1024:.0f} MB |")


if __name__ == "__main__":
    main() if len(sys.argv) > 1 else sys.exit(__doc__)
