#!/usr/bin/env python3
"""The object with the AVX-512 kernels shows its entries and nothing else.

usage: avx512_symbols.py NM OBJECT

Any other name might be an inline function that the linker keeps instead of the one for AVX2, and the program would run
only on newer machines. Exits with 77, which ctest counts as skipped, where there is no object.
"""

import pathlib
import re
import subprocess
import sys

# kernels of the zoo, and fill_words, whose namespace has the instruction set's name
ENTRY = re.compile(r"avx512_\w+|void twoscale::avx512::fill_words<\d+>\(.*\)")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    nm, target = sys.argv[1:]
    if not pathlib.Path(target).exists():
        print(f"no {target}")
        sys.exit(77)
    listed = subprocess.run([nm, "--demangle", "--extern-only", "--defined-only", target], capture_output=True, text=True,
                            check=True).stdout
    names = [line.split(maxsplit=2)[2] for line in listed.splitlines() if line]
    print("\n".join(names))
    others = [name for name in names if not ENTRY.fullmatch(name)]
    if others:
        sys.exit("also shown: " + ", ".join(others))
    sys.exit(0 if names else "nothing is shown")


if __name__ == "__main__":
    main()
