#!/usr/bin/env python3
"""Problem files compiled on the fly, as a user meets them.

usage: run.py zoo|cache|mistakes|one_lane|violations SOURCE_ROOT TWOSCALE BUILD

zoo       every file of the zoo, copied out as a user's file, gives the bits of the built-in problem
cache     what is compiled when, and which caches are refused
mistakes  each file of mistakes/ is told its mistake: all of its lines '// expect: TEXT' must be in the message, where
          HERE stands for 'FILE:LINE:' of the line marked '// here'
one_lane  each file of one_lane/ with a line '// expect: TEXT' runs one replica at a time and says so, and why, when it is
          compiled; one with '// same as: FILE' gives the bits of that file, whose replicas run side by side
violations  each file of violations/ breaks an assumption, and check says so in the lines named '// expect: NAME';
            the zoo passes

BUILD is a directory of the build for files that are kept between runs. The cache is kept, too, in the system's directory
for temporary files, since a build may lie where a cache is refused. CXX chooses the compiler.
"""

import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

FAILURES = []


def check(condition, what, outcome=None):
    if not condition:
        said = "" if outcome is None else f"\n    exit {outcome.returncode}\n    {outcome.stdout}\n    {outcome.stderr}"
        FAILURES.append(what + said)
    print(f"{'ok  ' if condition else 'FAIL'} {what}")


class Program:
    """The built program with a cache of its own."""

    def __init__(self, path, cache, **environment):
        self.path = str(path)
        self.environment = {**os.environ, "TWOSCALE_CACHE": str(cache), **environment}

    def __call__(self, *words, cwd=None):
        return subprocess.run([self.path, *map(str, words)], env=self.environment, cwd=cwd, capture_output=True,
                              text=True, timeout=300, check=False)

    def start(self, *words):
        return subprocess.Popen([self.path, *map(str, words)], env=self.environment, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def kept_cache(build):
    """One for each build, readable by nobody else."""
    name = hashlib.sha256(str(build).encode()).hexdigest()[:16]
    path = pathlib.Path(tempfile.gettempdir(), f"twoscale-test-{os.getuid()}-{name}")
    path.mkdir(mode=0o700, exist_ok=True)
    return path


def compiled(outcome):
    return "compiling " in outcome.stderr


def without_times(report):
    return [{k: v for k, v in one.items() if k != "wall_seconds"} for one in report]


def zoo(root, program, build, work):
    run = Program(program, kept_cache(build))
    copies = build / "zoo"  # the directory is part of an entry's key
    copies.mkdir(parents=True, exist_ok=True)
    for file in sorted((root / "zoo").glob("*.cpp")):
        named = re.search(r'^TWOSCALE_PROBLEM\(\w+,\s*"([^"]+)"', file.read_text(encoding="utf-8"), re.M)
        if not named:
            continue
        name, copy = named.group(1), copies / file.name
        shutil.copyfile(file, copy)
        for replicas in (1, 9):
            words = ["--method", "all", "--budget", 1e4, "--replicas", replicas, "--json"]
            own, built_in = run("solve", copy, *words), run("solve", name, *words)
            same = own.returncode == built_in.returncode
            if same and own.stdout:
                same = without_times(json.loads(own.stdout)) == without_times(json.loads(built_in.stdout))
            check(same and own.stderr == built_in.stderr, f"{file.name}: {name} to the bit, {replicas} replicas", own)
        if name == "rotor":
            refused = run("solve", copy, "--set", "rho=1.7")
            check(refused.returncode == 2 and "rho = 1.7 must be in (0, 1]" in refused.stderr,
                  "an Error thrown in the file arrives in the program", refused)


def mistakes(root, program, build, work):
    run = Program(program, kept_cache(build))
    for file in sorted((root / "tests" / "plugin" / "mistakes").glob("*.cpp")):
        lines = file.read_text(encoding="utf-8").splitlines()
        here = next((n + 1 for n, line in enumerate(lines) if line.endswith("// here")), 0)
        expected = [line.removeprefix("// expect: ") for line in lines if line.startswith("// expect: ")]
        outcome = run("show", file)
        missing = [text for text in expected if text.replace("HERE", f"{file}:{here}:") not in outcome.stderr]
        check(expected and not missing and outcome.returncode == 2 and outcome.stdout == "",
              f"{file.name} is told its mistake" + "".join(f"\n    not said: {text}" for text in missing), outcome)
        log = outcome.stderr.split("the compiler's whole output: ")
        check(len(log) == 1 or pathlib.Path(log[1].strip()).is_file(), f"{file.name}: the compiler's output is kept")


def said_once(run, file, reason, *first_words):
    """The first command compiles the file; where all methods are run later, for all of them at once."""
    sentence = f"{file}: replicas run one at a time: {reason}\n"
    first, second = run(*first_words), run("show", file)
    check(first.returncode == 0 and first.stderr.count(sentence) == 1, f"{file.name} says why it runs one at a time", first)
    check(second.stderr == "" and second.stdout.count(f"  replicas run one at a time: {reason}\n") == 1,
          f"{file.name}: not compiled, not said again; show does", second)
    check(json.loads(run("show", file, "--json").stdout)["lanes"] == 1, f"{file.name}: one lane")


def one_lane(root, program, build, work):
    run = Program(program, work / "cache")
    folder = root / "tests" / "plugin" / "one_lane"
    for file in sorted(folder.glob("*.cpp")):
        marks = dict(re.findall(r"^// (expect|same as): (.*)$", file.read_text(encoding="utf-8"), re.M))
        all_methods = ["solve", file, "--method", "all", "--budget", 1e4, "--certify", 0]
        if "expect" in marks:
            said_once(run, file, marks["expect"], *(all_methods if "same as" in marks else ["show", file]))
        if "same as" not in marks:
            continue
        other = folder / marks["same as"]
        reports = []
        for one, replicas, threads in [(f, r, t) for r in (1, 9) for f in (file, other) for t in (1, 2)]:
            outcome = run("solve", one, "--method", "all", "--budget", 1e4, "--replicas", replicas, "--threads", threads,
                          "--json")
            reports.append((replicas, without_times(json.loads(outcome.stdout)) if outcome.stdout else outcome.stderr))
        check(json.loads(run("show", other, "--json").stdout)["lanes"] > 1, f"{other.name}: packs")
        for replicas in (1, 9):
            alike = [report for count, report in reports if count == replicas]
            check(isinstance(alike[0], list) and all(one == alike[0] for one in alike),
                  f"{file.name} and {other.name}: the same to the bit, {replicas} replicas, 1 and 2 threads")


def violations(root, program, build, work):
    run = Program(program, kept_cache(build))
    for file in sorted((root / "tests" / "plugin" / "violations").glob("*.cpp")):
        lines = file.read_text(encoding="utf-8").splitlines()
        expected = [line.removeprefix("// expect: ") for line in lines if line.startswith("// expect: ")]
        outcome = run("check", file, "--json")
        found = json.loads(outcome.stdout)["lines"] if outcome.stdout else []
        raised = [line["name"] for line in found if line["verdict"] in ("wrong", "warning")]
        wrong = any(line["verdict"] == "wrong" for line in found)
        check(raised == expected, f"{file.stem}: check raises {expected}, and raised {raised}", outcome)
        check(outcome.returncode == (3 if wrong else 0), f"{file.stem}: exit code {outcome.returncode}", outcome)
    for entry in json.loads(run("list", "problems", "--json").stdout)["problems"]:
        outcome = run("check", entry["name"])
        check(outcome.returncode == 0 and outcome.stdout.splitlines()[-1].startswith("no problem found ("),
              f"{entry['name']} of the zoo passes", outcome)


def starter(root, run, work):
    made = run("new", "my.cpp", cwd=work)
    text = (root / "examples" / "starter.cpp").read_bytes()
    check(made.returncode == 0 and (work / "my.cpp").read_bytes() == text, "new writes the starter", made)
    check("twoscale solve my.cpp" in made.stdout, "new says how to go on", made)
    (work / "kept.cpp").write_text("mine", encoding="utf-8")
    refused = run("new", "kept.cpp", cwd=work)
    check(refused.returncode == 2 and (work / "kept.cpp").read_text(encoding="utf-8") == "mine",
          "new does not overwrite", refused)
    check(run("new", "my.txt", cwd=work).returncode == 2, "new wants .cpp")


def freshness(run, cache, work):
    file = work / "my.cpp"
    first, second = run("solve", file, "--budget", 1e4), run("solve", file, "--budget", 1e4)
    check(first.returncode == 0 and compiled(first), "the starter is compiled, and solved", first)
    check(second.returncode == 0 and not compiled(second), "a second start does not compile", second)
    os.utime(file)
    check(not compiled(run("show", file)), "nor does a file that was only touched")
    check(not list(cache.glob("work-*")) and not list(cache.glob("part-*")), "nothing is left lying in the cache")

    entry = next(cache.glob("*.so"))
    bytes_before = entry.read_bytes()
    entry.write_bytes(bytes_before[:-1] + bytes([bytes_before[-1] ^ 1]))
    spoilt = run("show", file)
    check(spoilt.returncode == 0 and compiled(spoilt) and "is not what was put there" in spoilt.stderr,
          "a tampered object is not loaded, and compiled again", spoilt)
    check(not compiled(run("show", file)), "after which it is as before")


def headers(run, cache, work):
    """A file and its header in a directory with blanks and quotes; old entries make room for theirs."""
    folder = work / "it's \"my\" $HOME"
    folder.mkdir()
    header = folder / "a rate.hpp"
    text = (work / "my.cpp").read_text(encoding="utf-8").replace("rho = 0.5", "rho = kRate")
    (folder / "my problem.cpp").write_text('#include "a rate.hpp"\n' + text, encoding="utf-8")
    for number in range(70):
        old = cache / f"{number:064x}.txt"
        old.write_text("old", encoding="utf-8")
        os.utime(old, (1000 - number, 1000 - number))  # the last names are the oldest
    for rate in ("0.25", "0.75"):
        header.write_text(f"constexpr double kRate = {rate};\n", encoding="utf-8")
        os.utime(header, (1, 1))  # its bytes count, not its time
        shown = run("show", folder / "my problem.cpp")
        check(shown.returncode == 0 and compiled(shown) and f" {rate} " in shown.stdout,
              f"blanks and quotes in paths; a header that says {rate} is compiled in", shown)
    check(not compiled(run("show", folder / "my problem.cpp")), "an unchanged header is not")
    kept = {file.stem for file in cache.iterdir()}
    check(len(kept) == 64 and f"{0:064x}" in kept and f"{69:064x}" not in kept, f"64 entries are kept: {len(kept)}")


def at_once(program, work):
    cache = work / "shared"
    run = Program(program, cache)
    both = [run.start("solve", work / "my.cpp", "--budget", 1e4, "--json") for _ in range(2)]
    said = [one.communicate(timeout=300) for one in both]
    check(all(one.returncode == 0 for one in both) and json.loads(said[0][0])["y"] == json.loads(said[1][0])["y"],
          "two programs that compile the same file at once both work")
    check(not compiled(run("show", work / "my.cpp")), "and leave an entry")

    cache = work / "killed"
    run = Program(program, cache)
    victim = run.start("show", work / "my.cpp")
    while not list(cache.glob("work-*/object*")) and victim.poll() is None:
        time.sleep(0.01)
    victim.send_signal(signal.SIGKILL)
    victim.communicate()
    check(not list(cache.glob("*.so")), "a kill leaves no entry")
    check(run("show", work / "my.cpp").returncode == 0, "a start after a kill works")


def refusals(program, work):
    file = work / "my.cpp"

    def refused(what, cache, *sentences, **environment):
        outcome = Program(program, cache, **environment)("show", file)
        check(outcome.returncode == 2 and outcome.stdout == "" and all(s in outcome.stderr for s in sentences),
              f"refused: {what}", outcome)

    def directory(name, mode):
        path = work / name
        path.mkdir(parents=True)
        path.chmod(mode)
        return path

    everyone = directory("everyone", 0o777)
    refused("a cache anybody can write", everyone, "is writable by others", "chmod 700", "TWOSCALE_CACHE")
    refused("a cache the group can write", directory("group", 0o770), "is writable by others")
    (work / "link").symlink_to(everyone)
    refused("a link to such a cache", work / "link", "is writable by others")
    open_folder = directory("open", 0o777)
    unsafe = "another directory in its place"
    refused("a cache in a directory anybody can rearrange", directory("open/cache", 0o700), unsafe)
    refused("the same, where it is yet to be made", open_folder / "new", unsafe)
    refused("a cache below a file", file / "cache", "cannot be made", "TWOSCALE_CACHE")
    refused("a cache that is a file", file, "is not a directory")
    if os.geteuid() != 0:
        refused("a cache that cannot be written", directory("closed", 0o500), "is not writable")
    refused("a compiler that is not there", work / "cache", "CXX = '/no/such/g++'", CXX="/no/such/g++")
    refused("a program that is no compiler", work / "cache", "does not work as a C++ compiler", CXX="/bin/false")

    run = Program(program, work / "cache")
    gone = run("solve", "gone.cpp")
    check(gone.returncode == 2 and "no file 'gone.cpp' (twoscale new my.cpp" in gone.stderr, "no such file", gone)
    name = run("solve", "rotr")
    check(name.returncode == 2 and "did you mean 'rotor'?" in name.stderr, "a name stays a name", name)
    folder = run("solve", "./")
    check(folder.returncode == 2 and "is it a file" in folder.stderr, "a directory is not a problem", folder)


def cache(root, program, _, work):
    private = work / "cache"
    run = Program(program, private)
    starter(root, run, work)
    freshness(run, private, work)
    (work / "good-link").symlink_to(private)
    check(not compiled(Program(program, work / "good-link")("show", work / "my.cpp")), "a link to a safe cache is fine")
    refusals(program, work)
    headers(run, private, work)
    at_once(program, work)


def main():
    parts = {"zoo": zoo, "cache": cache, "mistakes": mistakes, "one_lane": one_lane, "violations": violations}
    if len(sys.argv) != 5 or sys.argv[1] not in parts:
        sys.exit(__doc__)
    root, program, build = (pathlib.Path(argument).resolve() for argument in sys.argv[2:])
    with tempfile.TemporaryDirectory(prefix="twoscale-plugin-") as work:
        parts[sys.argv[1]](root, program, build, pathlib.Path(work))
    print("\n".join(FAILURES))
    sys.exit(1 if FAILURES else 0)


if __name__ == "__main__":
    main()
