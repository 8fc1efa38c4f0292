#!/usr/bin/env python3
"""The elementary functions have the same bits whichever compiler and instruction set they were compiled with.

usage: elementary_bits.py SOURCE_ROOT COMPILER...

Compiles elementary_bits.cpp with each compiler for each instruction set this machine has, and compares what the programs
print. x86-64-v2 has no fused multiply-add: the library's own code then asks the compiler for an exact one.
"""

import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from machine import instruction_sets, kind_of  # noqa: E402

FLAGS = ["-std=c++20", "-O2", "-ffp-contract=off", "-Wno-psabi"]
GCC = ["-fno-tree-slp-vectorize"]  # as in CMakeLists.txt

def printed(root, compiler, march, work):
    program = pathlib.Path(work) / f"{pathlib.Path(compiler).name}-{march}"
    sources = [root / "tests/structure/elementary_bits.cpp", root / "src/core/far_angle.cpp"]
    flags = FLAGS + (GCC if kind_of(compiler) == "gcc" else []) + [f"-march={march}", f"-I{root / 'include'}"]
    subprocess.run([compiler, *flags, *map(str, sources), "-o", str(program)], check=True)
    return subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout.split()


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    root, seen = pathlib.Path(sys.argv[1]).resolve(), set()
    sets = instruction_sets()
    with tempfile.TemporaryDirectory(prefix="twoscale-bits-") as work:
        for compiler in sys.argv[2:]:
            for march in sets:
                digests = printed(root, compiler, march, work)
                print(compiler, march, *digests)
                seen.update(digests)
    if not sets:
        print("no instruction set to compare")
        sys.exit(77)
    sys.exit(0 if len(seen) == 1 else "the bits differ")


if __name__ == "__main__":
    main()
