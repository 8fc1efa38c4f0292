#!/usr/bin/env python3
"""A replica's bits do not depend on threads, pack width, instruction set or compiler.

usage: run.py compilers SOURCE_ROOT FLAGS GCC_FLAGS SHIPPED COMPILER...
       run.py program SOURCE_ROOT TWOSCALE CACHE COMPILER...

compilers  bits.cpp, compiled with the first GCC and the first clang named, for each instruction set this machine has:
           every line of a problem and a method has the same hash, in all of the programs, and in SHIPPED, which runs
           the library's own kernels. FLAGS and GCC_FLAGS are the project's, separated by blanks, so that this goes red
           when one is dropped that matters.
program    the built program: the same report with each instruction set and number of threads, for the zoo and for a
           user's file, compiled by each compiler. Compiled files are kept in a cache named after CACHE.

The kernels of the library are optimised as they are shipped; most of those of bits.cpp less, for the time it takes.
"""

import collections
import concurrent.futures
import hashlib
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from machine import instruction_sets, kind_of  # noqa: E402

ALL_WIDTHS, FEW_WIDTHS = "-DBITS_WIDTHS=1,2,4,8,16", "-DBITS_WIDTHS=1,8"
# A whole step in one function is fast, but takes long to compile.
QUICK = "-Dflatten=unused"
THREADS = ["1", "2", "16"]


def by_kind(compilers):
    """The first of each kind."""
    found = {}
    for compiler in compilers:
        found.setdefault(kind_of(compiler), compiler)
    return found


def settings(kind, march):
    """How it is compiled. GCC fuses products and sums from -O2 on, and its vectoriser does so in whole steps: one of the
    programs is compiled as the library is, for the laws alone; rotor with all methods is in the library."""
    if (kind, march) == ("gcc", "x86-64-v3"):
        return ["-O3", FEW_WIDTHS, "-DBITS_LAWS"]
    if march == "x86-64-v2":  # below the library's floor; it has no instruction that fuses
        return ["-O1", FEW_WIDTHS, QUICK, "-DBITS_REDUCED"]
    return ["-O2" if kind == "gcc" else "-O1", ALL_WIDTHS, QUICK]


class Build:
    """bits.cpp and the library's sources for one compiler and instruction set."""

    def __init__(self, root, flags, gcc_flags, kind, compiler, march, work):
        own = settings(kind, march)
        self.name = f"{kind} {march} {own[0]}"
        self.reduced = "-DBITS_REDUCED" in own or "-DBITS_LAWS" in own
        self.place = pathlib.Path(work) / f"{kind}-{march}"
        self.root, self.compiler = root, compiler
        self.flags = ["-std=c++20", *flags, *(gcc_flags if kind == "gcc" else []), *own, f"-march={march}",
                      f"-I{root / 'include'}"]

    def compile(self, stem):
        source = self.root / "tests" / "bits" / f"{stem}.cpp"
        subprocess.run([self.compiler, *self.flags, "-c", str(source), "-o", f"{self.place}-{stem}.o"], check=True)

    def rows(self):
        objects = [f"{self.place}-{stem}.o" for stem in ("bits", "library")]
        subprocess.run([self.compiler, "-pthread", *objects, "-o", str(self.place)], check=True)
        return rows_of_program(self.name, str(self.place))


def rows_of_program(name, *command):
    """[(problem and method, how it was computed, hash)]"""
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    lines = [line.split() for line in printed.splitlines()]
    return [(" ".join(words[:2]), f"{name}: {' '.join(words[2:5])}", words[5]) for words in lines]


def odd_ones(rows):
    """What does not have the hash that most of its lines have."""
    hashes = collections.defaultdict(list)
    for what, how, value in rows:
        hashes[what].append((value, how))
    out = []
    for what, seen in hashes.items():
        usual = collections.Counter(value for value, _ in seen).most_common(1)[0][0]
        out += [f"{what}: {value} with {how}, {usual} otherwise" for value, how in seen if value != usual]
    return out


def compilers(root, flags, gcc_flags, shipped, *names):
    sets = instruction_sets()
    if not sets:
        print("no instruction set to compare")
        sys.exit(77)
    with tempfile.TemporaryDirectory(prefix="twoscale-bits-") as work, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        # x86-64-v2 is below the library's floor: once is enough
        wanted = [(march, kind, compiler) for march, (kind, compiler) in itertools.product(sets, by_kind(names).items())
                  if march != "x86-64-v2" or compiler == names[0]]
        builds = [Build(root, flags.split(), gcc_flags.split(), kind, compiler, march, work)
                  for march, kind, compiler in wanted]
        list(pool.map(lambda task: task[1].compile(task[0]), itertools.product(("bits", "library"), builds)))
        rows_of = dict(zip((build.name for build in builds), pool.map(Build.rows, builds)))
    for chosen in ["avx2"] + (["avx512"] if "x86-64-v4" in sets else []):
        rows_of[f"shipped {chosen}"] = rows_of_program(f"shipped {chosen}", shipped, chosen)
    covered = {name: {what for what, _, _ in rows} for name, rows in rows_of.items()}
    for name, rows in rows_of.items():
        print(f"{name}: {len(rows)} lines, {len(covered[name])} of problems and methods")
    bad = odd_ones([row for rows in rows_of.values() for row in rows])
    print("\n".join(bad[:40]))
    every = set().union(*covered.values())
    if any(covered[build.name] != every for build in builds if not build.reduced) or not all(covered.values()):
        sys.exit("the programs do not print the same lines")
    sys.exit(f"{len(bad)} lines differ" if bad else 0)


def kept_cache(name):
    """Of the user alone: in the system's directory for temporary files, since a build may lie where one is refused."""
    name = hashlib.sha256(name.encode()).hexdigest()[:16]
    path = pathlib.Path(tempfile.gettempdir(), f"twoscale-test-{os.getuid()}-{name}")
    path.mkdir(mode=0o700, exist_ok=True)
    return path


def report(twoscale, environment, *words):
    done = subprocess.run([twoscale, "solve", *words, "--json", "--budget", "1e5", "--replicas", "19"], env=environment,
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}: exit code {done.returncode}\n{done.stderr}")
    said = json.loads(done.stdout)  # a list where there are several methods
    methods = said if isinstance(said, list) else [said]
    text = json.dumps([{k: v for k, v in one.items() if k != "wall_seconds"} for one in methods])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def program(root, twoscale, cache, *names):
    sets = ["avx2"] + (["avx512"] if "x86-64-v4" in instruction_sets() else [])
    environment = {**os.environ, "TWOSCALE_CACHE": str(kept_cache(cache))}
    rows = []
    for problem, chosen, threads in itertools.product(["rotor", "rotor-curved"], sets, THREADS):
        words = [problem, "--method", "all", "--instruction-set", chosen, "--threads", threads]
        rows.append((problem, f"{chosen}, {threads} threads", report(twoscale, environment, *words)))
    own = str(root / "examples" / "starter.cpp")
    for (kind, compiler), chosen, threads in itertools.product(by_kind(names).items(), sets, THREADS):
        words = [own, "--method", "single-loop", "--instruction-set", chosen, "--threads", threads]
        rows.append(("starter.cpp", f"{kind}, {chosen}, {threads} threads",
                     report(twoscale, {**environment, "CXX": compiler}, *words)))
    bad = odd_ones(rows)
    for row in rows:
        print(*row)
    sys.exit("\n".join(bad) if bad else 0)


def main():
    parts = {"compilers": compilers, "program": program}
    if len(sys.argv) < 6 or sys.argv[1] not in parts:
        sys.exit(__doc__)
    parts[sys.argv[1]](pathlib.Path(sys.argv[2]).resolve(), *sys.argv[3:])


if __name__ == "__main__":
    main()
