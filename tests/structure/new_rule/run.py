#!/usr/bin/env python3
"""Adds an outer rule with a state of its own to a copy of the headers, as CONTRIBUTING.md says, and runs it.

usage: run.py SOURCE_ROOT COMPILER FLAGS

One header, and one line in a list: nothing else of the copy is touched. FLAGS are the project's, separated by blanks.
"""

import concurrent.futures
import pathlib
import shutil
import subprocess
import sys
import tempfile

LIST = "include/twoscale/outer/outer.hpp"


def add_rule(root, copy):
    shutil.copytree(root / "include", copy / "include")
    shutil.copy(root / "tests/structure/new_rule/heavy_ball.hpp", copy / "include/twoscale/outer/heavy_ball.hpp")
    rules = (copy / LIST).read_text(encoding="utf-8")
    more = rules.replace("#include <twoscale/outer/km.hpp>", "#include <twoscale/outer/heavy_ball.hpp>\n#include <twoscale/outer/km.hpp>")
    more = more.replace("std::variant<", "std::variant<HeavyBall, ", 1)
    if more.count("HeavyBall") != 1 or more.count("heavy_ball.hpp") != 1:
        sys.exit(f"{LIST} is not the list that this test knows")
    (copy / LIST).write_text(more, encoding="utf-8")


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    root, compiler, flags = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2], sys.argv[3].split()
    sources = ["tests/structure/new_rule/main.cpp", "tests/sanitize/store.cpp", "tests/bits/library.cpp"]
    with tempfile.TemporaryDirectory(prefix="twoscale-rule-") as folder:
        work = pathlib.Path(folder)
        add_rule(root, work)

        def compile_one(source):
            target = work / (pathlib.Path(source).stem + ".o")
            subprocess.run([compiler, "-std=c++20", "-O0", "-Dflatten=unused", *flags, f"-I{work / 'include'}",
                            f"-I{root / 'tests'}", "-c", str(root / source), "-o", str(target)], check=True)
            return target

        with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
            objects = [str(target) for target in pool.map(compile_one, sources)]
        program = str(work / "program")
        subprocess.run([compiler, "-pthread", *objects, "-lsqlite3", "-lmd", "-o", program], check=True)
        sys.exit(subprocess.run([program], check=False).returncode)


if __name__ == "__main__":
    main()
