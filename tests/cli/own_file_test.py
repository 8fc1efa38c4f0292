#!/usr/bin/env python3
"""A store of a run on a user's own file: resumed from anywhere, and refused once the file or its data has changed; and
what is said of the statistical limit where the file tells neither h(y) nor its means.

usage: own_file_test.py TWOSCALE CACHE
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

from running import PROGRAM, signal_at_work

PROBLEM = """
#include <twoscale/problem.hpp>
using namespace twoscale;
struct Mine {
  Table data;
  double sigma = 0.1;
  TWOSCALE_PARAMETERS(Mine, data, sigma)
  static constexpr Shape shape{.fast = 1, .slow = 1, .fast_noise = 1, .slow_noise = 0};
  auto fast(const auto& x, const auto& y, const auto& xi) const { return mean_fast(x, y) + sigma * xi; }
  auto slow(const auto& x, const auto& y, const auto&) const { return mean_slow(x, y); }
  auto mean_fast(const auto& x, const auto& y) const { return 0.5 * (x + y); }
  auto mean_slow(const auto& x, const auto& y) const { return 0.5 * (x - y); }
};
TWOSCALE_PROBLEM(Mine, "mine", "a problem with data")
"""


def run(program, cache, directory, *arguments):
    done = subprocess.run([program, *arguments], cwd=directory, capture_output=True, text=True, check=False,
                          env={**os.environ, "TWOSCALE_CACHE": cache})
    return done.returncode, done.stdout, done.stderr


def interrupt(program, cache, directory, *arguments):
    """Ctrl-C as soon as it is listened to: the store has its job by then, or gets it."""
    with subprocess.Popen([program, *arguments], cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          env={**os.environ, "TWOSCALE_CACHE": cache}) as process:
        signal_at_work(process, signal.SIGINT, 0)
        _, complaint = process.communicate()
    expect(process.returncode in (0, 130), f"{process.returncode}: {complaint}")


def expect(condition, what):
    if not condition:
        sys.exit(f"failed: {what}")


def resumed_as_solved(program, cache, folder):
    """resume reports as solve does, to the certificate, and takes a wish about it."""
    solve = ["solve", "blind.cpp", "--set", "data=data.csv", "--budget", "1e5", "--json"]
    whole = json.loads(run(program, cache, folder, *solve)[1])
    interrupt(program, cache, folder, *solve, "--store", "blind.db")
    for flags in ((), ("--certify", "0"), ("--certify", "5000")):
        code, out, complaint = run(program, cache, folder, "resume", "blind.db", "--json", *flags)
        expect(code == 0, complaint)
        resumed = json.loads(out)
        if not flags:
            expect(resumed["certificate"] is not None, "resume certifies what solve would have certified")
            for report in (whole, resumed):
                report["wall_seconds"], report["parameters"]["data"] = 0, ""
            expect(resumed == whole, f"resume reports as solve does:\n{resumed}\n{whole}")
        elif flags[1] == "0":
            expect(resumed["certificate"] is None, "no certificate where none is wanted")
        else:
            expect(4000 < resumed["certificate"]["samples"] <= 5000, f"so many samples: {resumed['certificate']}")
    code, out, complaint = run(program, cache, folder, "resume", "blind.db", "--certify", "100")
    expect(code == 2 and "certify = 100 must be" in complaint, complaint)


def main():
    if len(sys.argv) != 2:  # running.py has taken the program
        sys.exit(__doc__)
    program, cache = PROGRAM, sys.argv[1]
    with tempfile.TemporaryDirectory(prefix="twoscale-own-") as temporary:
        folder = pathlib.Path(temporary, "with blanks")
        folder.mkdir()
        source, data = folder / "mine.cpp", folder / "data.csv"
        source.write_text(PROBLEM)
        data.write_text("1,2\n3,4\n")
        solve = ["solve", "mine.cpp", "--set", "data=data.csv", "--budget", "2e6", "--replicas", "20", "--json"]
        code, calm, complaint = run(program, cache, folder, *solve)
        expect(code == 0, complaint)
        interrupt(program, cache, folder, *solve, "--store", "run.db")
        for changed, text in ((source, PROBLEM + "// changed\n"), (data, "1,2\n3,5\n")):
            good = changed.read_text()
            changed.write_text(text)
            before = (folder / "run.db").read_bytes()
            code, out, complaint = run(program, cache, folder, "resume", "run.db")
            expect(code == 2 and out == "", f"a changed {changed.name} is refused: {code} {complaint}")
            expect(changed.name in complaint and "has changed since the run began" in complaint, complaint)
            expect((folder / "run.db").read_bytes() == before, "the store is left as it is")
            changed.unlink()
            code, _, complaint = run(program, cache, folder, "resume", "run.db")
            expect(code == 2 and changed.name in complaint, f"a {changed.name} that is gone is missed: {complaint}")
            changed.write_text(good)
        code, out, complaint = run(program, cache, temporary, "resume", "with blanks/run.db", "--json")
        expect(code == 0, complaint)
        one, other = json.loads(calm), json.loads(out)
        for report in (one, other):
            del report["wall_seconds"]
            report["parameters"]["data"] = os.path.basename(report["parameters"]["data"])
        expect(one == other, "resumed from another directory it ends with the same bits")
        # h(y) = 0 has its solution at 0, and P* = 1: the noise of F reaches h as it is.
        expect(abs(one["limit"]["trace"] - 0.01) < 5e-4 and "differences of the means" in one["limit"]["how"],
               f"from the means: {one['limit']}")
        blind = PROBLEM.replace("mean_fast(x, y)", "0.5 * (x + y)", 1).replace("mean_slow(x, y)", "0.5 * (x - y)", 1)
        (folder / "blind.cpp").write_text("".join(line for line in blind.splitlines(True) if "auto mean_" not in line))
        code, out, complaint = run(program, cache, folder, "compare", "blind.cpp", "--set", "data=data.csv", "--methods",
                                   "raw", "--budget", "1e3,1e4", "--replicas", "4")
        expect(code == 0 and "limit" not in out, out + complaint)
        page = (folder / "blind-compare.html").read_text(encoding="utf-8")
        expect(page.count("The statistical limit is not shown: the problem gives neither h(y) nor its means") == 1,
               "the report says once why there is no limit")

        # Nothing tells how good its answer is: a certificate does, unless it is not wanted.
        code, out, complaint = run(program, cache, folder, "solve", "blind.cpp", "--set", "data=data.csv",
                                   "--budget", "1e5", "--quiet")
        expect(code == 0 and "|h(y) - y|^2 certified by" in out and "with 95 % confidence" in out, out + complaint)
        for flags, wanted in ((("--certify", "0"), False), (("--replicas", "2"), False), ((), True)):
            code, out, complaint = run(program, cache, folder, "solve", "blind.cpp", "--set", "data=data.csv",
                                       "--budget", "1e5", "--json", *flags)
            found = json.loads(out)["certificate"]
            expect((found is not None) == wanted, f"{flags}: {found}")
        # G has no noise, so that the budget counts F alone; the run evaluated both, and so does the certificate.
        expect(40000 <= found["samples"] <= 50000, f"a quarter of the run: {found}")
        resumed_as_solved(program, cache, folder)
    print("resumed from elsewhere, and refused where its files had changed")


if __name__ == "__main__":
    main()
