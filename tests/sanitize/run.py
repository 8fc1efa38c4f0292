#!/usr/bin/env python3
"""No report from AddressSanitizer, UndefinedBehaviorSanitizer or ThreadSanitizer on a reduced set of everything.

usage: run.py SOURCE_ROOT COMPILER FLAGS

FLAGS are the project's, separated by blanks. Exits with 77, which ctest counts as skipped, where the compiler cannot link
sanitizers. The whole fast set runs under them with ./dev test --sanitize.
"""

import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

KINDS = {"address,undefined": {"ASAN_OPTIONS": "detect_stack_use_after_return=1:check_initialization_order=1",
                               "UBSAN_OPTIONS": "print_stacktrace=1"},
         "thread": {"TSAN_OPTIONS": "halt_on_error=0:second_deadlock_stack=1"}}
SOURCES = ["tests/bits/library.cpp", "tests/sanitize/sanitize.cpp", "tests/sanitize/store.cpp"]  # the longest first
# flatten would put a whole step into one function, which takes minutes to compile here.
COMMON = ["-std=c++20", "-O1", "-g1", "-fno-omit-frame-pointer", "-fno-sanitize-recover=all", "-pthread",
          "-Dflatten=unused"]
REPORTS = ("Sanitizer", "runtime error")
# Checks as calls instead of code: half the time to compile.
OUTLINED = {"gcc": ["--param", "asan-instrumentation-with-call-threshold=0"],
            "clang": ["-mllvm", "-asan-instrumentation-with-call-threshold=0"]}
SKIPPED = 77


def kind_of(compiler):
    macros = subprocess.run([compiler, "-dM", "-E", "-x", "c++", "/dev/null"], capture_output=True, text=True, check=True)
    return "clang" if "__clang__" in macros.stdout else "gcc"


def links(compiler, kind, work):
    probe = work / "probe.cpp"
    probe.write_text("int main() {}\n", encoding="utf-8")
    command = [compiler, f"-fsanitize={kind}", str(probe), "-o", str(work / "probe")]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def compile_one(root, compiler, flags, kind, source, target):
    includes = [f"-I{root / 'include'}", f"-I{root / 'tests'}"]
    command = [compiler, *COMMON, *flags, f"-fsanitize={kind}", *includes, "-c", str(root / source), "-o", str(target)]
    return subprocess.run(command, check=True)


def run(compiler, kind, environment, objects, program):
    """What went wrong, or None."""
    libraries = ["-pthread", "-lsqlite3", "-lmd"]
    subprocess.run([compiler, f"-fsanitize={kind}", *map(str, objects), *libraries, "-o", str(program)], check=True)
    done = subprocess.run([str(program)], env={**os.environ, **environment}, capture_output=True, text=True, check=False)
    said = done.stdout + done.stderr
    clean = done.returncode == 0 and not any(word in said for word in REPORTS)
    print(f"{'ok  ' if clean else 'FAIL'} {kind}")
    return None if clean else f"{kind}: exit code {done.returncode}\n{said[-8000:]}"


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    root, compiler = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
    flags = sys.argv[3].split() + OUTLINED[kind_of(compiler)]
    with tempfile.TemporaryDirectory(prefix="twoscale-sanitize-") as folder:
        work = pathlib.Path(folder)
        if not all(links(compiler, kind, work) for kind in KINDS):
            print(f"{compiler} has no sanitizers here")
            sys.exit(SKIPPED)
        objects = {kind: [work / f"{kind[:3]}{i}.o" for i in range(len(SOURCES))] for kind in KINDS}
        tasks = [(kind, source, objects[kind][i]) for i, source in enumerate(SOURCES) for kind in KINDS]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(lambda task: compile_one(root, compiler, flags, *task), tasks))
            wrong = list(pool.map(lambda kind: run(compiler, kind, KINDS[kind], objects[kind],
                                                   work / f"program-{kind[:3]}"), KINDS))
    found = [text for text in wrong if text]
    sys.exit("\n".join(found) if found else 0)


if __name__ == "__main__":
    main()
