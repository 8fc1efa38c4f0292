#!/usr/bin/env python3
"""Problems with a mistake must not compile, and the first error must be the sentence that names the mistake.

usage: run.py SOURCE_ROOT COMPILER

Each case says in its first line what the first error line must contain: // expect: SENTENCE
good.cpp and good_one_lane.cpp are the controls: they must compile.
"""

import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

FLAGS = ["-std=c++20", "-fsyntax-only", "-march=x86-64-v3", "-Wno-psabi"]
CONTROLS = {"good.cpp", "good_one_lane.cpp"}
EXPECT = "// expect: "


def precompile(root, compiler, folder):
    """The library's headers, read once for all cases: flags to include them first."""
    header = pathlib.Path(folder, "problem.hpp")
    header.write_text("#include <twoscale/problem.hpp>\n", encoding="utf-8")
    flags = [flag for flag in FLAGS if flag != "-fsyntax-only"]
    made = subprocess.run([compiler, *flags, f"-I{root / 'include'}", "-x", "c++-header", str(header), "-o",
                           f"{header}.gch"], capture_output=True, check=False)
    return ["-include", str(header)] if made.returncode == 0 else []


def compile_case(root, compiler, first, case):
    command = [compiler, *FLAGS, f"-I{root / 'include'}", *first, str(case)]
    environment = dict(os.environ, LC_ALL="C")
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    return done.returncode, done.stdout + done.stderr


def problem_with(case, code, output):
    """What is wrong with this outcome, or None."""
    if case.name in CONTROLS:
        return None if code == 0 else "the control must compile:\n" + output
    first_line = case.read_text(encoding="utf-8").splitlines()[0]
    if not first_line.startswith(EXPECT):
        return f"its first line must be '{EXPECT}SENTENCE'"
    sentence = first_line[len(EXPECT):].strip()
    if code == 0:
        return "it compiles, but must not"
    errors = [line for line in output.splitlines() if "error:" in line]
    if not errors or sentence not in errors[0]:
        return f"the first error must contain\n    {sentence}\n  but the errors begin\n    " + "\n    ".join(errors[:3])
    return None


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    root, compiler = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
    cases = sorted(pathlib.Path(__file__).resolve().parent.glob("*.cpp"))
    if not CONTROLS < {case.name for case in cases}:
        sys.exit("the control or the cases are missing")
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool, tempfile.TemporaryDirectory() as folder:
        first = precompile(root, compiler, folder)
        outcomes = list(pool.map(lambda case: compile_case(root, compiler, first, case), cases))
    failed = 0
    for case, (code, output) in zip(cases, outcomes):
        problem = problem_with(case, code, output)
        failed += problem is not None
        print(f"{'ok  ' if problem is None else 'FAIL'} {case.name}" + (f": {problem}" if problem else ""))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
