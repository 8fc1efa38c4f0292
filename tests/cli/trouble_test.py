#!/usr/bin/env python3
"""What a user's file, name or machine can do wrong: crashes and exit() in a function, names that are not text, stores and
files of others, a full disk, a compiler without its assembler. Each ends in a sentence and the exit code it should.

usage: trouble_test.py TWOSCALE CACHE
"""

import json
import os
import pathlib
import pty
import shutil
import sqlite3
import subprocess
import sys
import unittest

from running import HANG, PROGRAM, Folder

CACHE = sys.argv.pop(1) if len(sys.argv) > 1 else "cache"
os.environ["TWOSCALE_CACHE"] = CACHE

TROUBLE = """
#include <twoscale/problem.hpp>
#include <csignal>
#include <cstdlib>
#include <new>
using namespace twoscale;
struct Trouble {
  double how = 0;
  TWOSCALE_PARAMETERS(Trouble, how)
  static constexpr Shape shape{.fast = 1, .slow = 1, .fast_noise = 1, .slow_noise = 1};
  static int deep(int n) { volatile char room[4096]; room[0] = char(n); return n < 0 ? 0 : deep(n + 1) + room[0]; }
  [[gnu::noinline]] void make() const {
    static int calls = 0;
    if (++calls < 5000) return;
    if (how == 1) *static_cast<volatile int*>(nullptr) = 1;
    if (how == 2) std::abort();
    if (how == 3) std::exit(0);
    if (how == 4) deep(0);
    if (how == 5) throw std::bad_alloc();
    if (how == 6) throw 7;
    if (how == 7) std::raise(SIGFPE);
  }
  template <class X, class Y, class N> auto fast(const X& x, const Y& y, const N& xi) const {
    make();
    return 0.5 * (x + y) + 0.1 * xi;
  }
  template <class X, class Y, class N> auto slow(const X& x, const Y&, const N& zeta) const { return 0.5 * x + 0.1 * zeta; }
};
TWOSCALE_PROBLEM(Trouble, "trouble", "does what it should not")
"""


class OwnCode(Folder):
    def test_crashes_are_told_from_results(self):
        (self.folder / "trouble.cpp").write_text(TROUBLE)
        words = {1: "segmentation fault", 2: "abort()", 3: "called exit()", 4: "recursion has no end",
                 5: "not enough memory", 6: "threw something", 7: "arithmetic trap"}
        for how, word in words.items():
            for threads in ("1", "2"):
                done = self.run_program("solve", "trouble.cpp", "--method", "raw", "--budget", "1e5", "--replicas", "64",
                                        "--set", f"how={how}", "--threads", threads, "--store", f"{how}.db", code=3)
                self.assertIn(word, done.stderr)
                self.assertEqual(done.stdout, "")
                if how not in (5, 6):
                    self.assertIn("trouble.cpp", done.stderr)
                    self.assertRegex(done.stderr, r"in replica \d+ to \d+ after iteration \d+ of 50000")
            self.run_program("verify", f"{how}.db")

    def test_a_long_line_does_not_end_the_program(self):
        long = "fast(" + "x" * 300_000 + ",y,z" + "w" * 300_000
        (self.folder / "long.cpp").write_text(TROUBLE.replace("using namespace", f"// {long}\nusing namespace").replace(
            "0.5 * (x + y) + 0.1 * xi;", "x + Vector<double, 3>{} + xi; // " + long))
        done = self.run_program("show", "long.cpp", code=2)
        self.assertIn("long.cpp does not compile", done.stderr)

    def test_an_observation_of_another_length_is_refused(self):
        (self.folder / "s.toml").write_text('name = "s"\nproblem = "rotor"\nreplicas = 4\nhorizons = [64, 256]\n'
                                            'methods = ["raw"]\n')
        self.run_program("rates", "s.toml")
        with sqlite3.connect(self.folder / "s.db") as database:
            database.execute("UPDATE observation SET numbers = x'' WHERE replica = 2")
        database.close()
        done = self.run_program("rates", "s.toml", code=2)
        self.assertIn("an observation of replica 2 of job 1 (raw on rotor, seed 1) is not what was written", done.stderr)
        # A store of an older version has no hashes to tell by.
        with sqlite3.connect(self.folder / "s.db") as database:
            database.execute("PRAGMA user_version = 2")
        database.close()
        done = self.run_program("export", "s.db", "--what", "observations", "--output", "x.csv", code=2)
        self.assertIn("has 0 numbers, where its job observes 1", done.stderr)


class Names(Folder):
    ODD = "odd \udcff\x1b]0;x\x07\u202e.cpp"

    def test_any_bytes_are_printed_and_written(self):
        shutil.copy(pathlib.Path(__file__).resolve().parents[2] / "examples" / "starter.cpp", self.folder / self.ODD)
        done = self.run_program("solve", self.ODD, "--budget", "1e4", "--json", "--output", "out.json", "--store",
                                "s\udcfe.db")
        self.assertEqual(json.loads(done.stdout)["problem"], "mine")
        self.assertEqual(json.loads((self.folder / "out.json").read_text(encoding="utf-8"))["problem"], "mine")
        self.run_program("export", "s\udcfe.db", "--output", "x.jsonl")
        for line in (self.folder / "x.jsonl").read_text(encoding="utf-8").splitlines():
            json.loads(line)
        self.run_program("resume", "s\udcfe.db", "--json")
        shown = self.run_program("show", self.ODD)
        missing = self.run_program("solve", "no" + self.ODD, code=2)
        for text in (shown.stdout, shown.stderr, missing.stderr):
            self.assertNotRegex(text, "[\x00-\x08\x0b-\x1f\x7f\udc80-\udcff]")
        self.assertIn(r"\xff\x1b]0;x\x07", missing.stderr)

    def test_json_of_an_odd_name_is_json(self):
        for name in ("a\x7f.db", "b\u202e\u0085.db", "c\x1b.db"):
            self.run_program("solve", "rotor", "--budget", "1e4", "--store", name)
            self.assertEqual(json.loads(self.run_program("verify", name, "--json").stdout)["store"], name)

    def test_flags_are_escaped_too(self):
        for words in (["solve", "rotor", "--fl\x1bag"], ["so\x1blve"], ["solve", "rotor", "--method", "ra\x1b\udcffw"],
                      ["solve", "rotor", "--set", "th\x1beta=1"], ["export", "a\x1b.db", "--output", "b.csv"]):
            done = self.run_program(*words, code=2)
            self.assertNotIn("\x1b", done.stderr + done.stdout)
            self.assertIn("\\x1b", done.stderr + done.stdout)

    def test_a_mistyped_command_gets_a_suggestion(self):
        self.assertIn("no command 'slove'; did you mean 'solve'?", self.run_program("slove", "rotor", code=2).stderr)

    def test_a_name_is_set_once(self):
        for flag, name in (("--set", "theta"), ("--option", "slow_scale")):
            done = self.run_program("solve", "rotor", "--method", "raw", flag, f"{name}=0.2", flag, f"{name}=0.3", code=2)
            self.assertIn(f"{flag} sets {name} twice, to 0.2 and to 0.3", done.stderr)
        for command in ("compare", "check", "show"):
            done = self.run_program(command, "rotor", "--set", "theta=0.2", "--set", "theta=0.2", code=2)
            self.assertIn("twice", done.stderr)

    def test_plans_and_lists_as_json(self):
        plan = json.loads(self.run_program("compare", "rotor", "--methods", "raw", "--budget", "1e3,1e4", "--dry-run",
                                           "--json").stdout)
        self.assertEqual((plan[0]["cells"], plan[0]["runs"]), (2, 2 * plan[0]["replicas"]))
        self.assertGreater(plan[0]["seconds"], 0)
        studies = json.loads(self.run_program("reproduce", "--list", "--json").stdout)
        self.assertIn("single-loop", [each["study"] for each in studies])
        self.assertEqual(self.names(), [])


class Trust(Folder):
    def make_store(self):
        shutil.copy(pathlib.Path(__file__).resolve().parents[2] / "examples" / "starter.cpp", self.folder / "mine.cpp")
        self.run_program("solve", "mine.cpp", "--budget", "1e4", "--store", "run.db")
        done = self.run_program("resume", "run.db")
        self.assertIn(f"names '{self.folder / 'mine.cpp'}': resume compiles and runs it", done.stderr)

    def test_a_file_or_store_of_another_user_needs_a_word(self):
        if os.geteuid() != 0:
            self.skipTest("only root can give files away")
        self.make_store()
        for name in ("mine.cpp", "run.db"):
            os.chown(self.folder / name, 65534, 65534)
            for flags in ([], ["--quiet"], ["--json"]):
                done = self.run_program("resume", "run.db", *flags, code=2)
                self.assertIn(f"{name}' belongs to nobody", done.stderr)
                self.assertIn("--trust", done.stderr)
                self.assertEqual(done.stdout, "")
            self.run_program("resume", "run.db", "--trust")
            os.chown(self.folder / name, 0, 0)

    def test_on_a_terminal_it_asks(self):
        if os.geteuid() != 0:
            self.skipTest("only root can give files away")
        self.make_store()
        os.chown(self.folder / "mine.cpp", 65534, 65534)
        for answer, code in (("y", 0), ("n", 2), ("", 2)):
            terminal, side = pty.openpty()
            with subprocess.Popen([PROGRAM, "resume", "run.db"], cwd=self.folder, stdin=side, stderr=side,
                                  stdout=subprocess.DEVNULL) as process:
                os.close(side)
                os.write(terminal, (answer + "\n").encode())
                said = b""
                while True:
                    try:
                        more = os.read(terminal, 4096)
                    except OSError:  # how a terminal ends
                        break
                    said += more
                process.wait(timeout=HANG)
            os.close(terminal)
            self.assertEqual(process.returncode, code, said)
            self.assertIn(b"Compile and run it? [y/N]", said)


class Machine(Folder):
    def setUp(self):
        super().setUp()
        shutil.copy(pathlib.Path(__file__).resolve().parents[2] / "examples" / "starter.cpp", self.folder / "mine.cpp")

    def test_a_compiler_without_its_assembler(self):
        compiler = shutil.which("g++")
        if compiler is None:
            self.skipTest("no g++")
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "g++").write_text(
            f'#!/bin/sh\nfor a; do [ "$a" = -c ] && {{ echo "g++: fatal error: cannot execute \'as\': execvp: No such file or '
            f'directory" >&2; exit 1; }}; done\nexec {compiler} "$@"\n')
        (self.folder / "bin" / "g++").chmod(0o755)
        done = self.run_program("show", "mine.cpp", code=2, env={**os.environ, "CXX": str(self.folder / "bin" / "g++"),
                                                                 "TWOSCALE_CACHE": str(self.folder / "cache")})
        self.assertIn("apt install binutils", done.stderr)

    def test_a_full_disk_for_the_cache(self):
        (self.folder / "small").mkdir()
        for size, code in (("200k", 2),):
            mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size},mode=700", "none",
                                      self.folder / "small"], capture_output=True, check=False)
            if mounted.returncode != 0:
                self.skipTest("only root can mount")
            try:
                done = self.run_program("solve", "mine.cpp", "--budget", "1e4", code=code,
                                        env={**os.environ, "TWOSCALE_CACHE": str(self.folder / "small")})
                self.assertIn("the disk is full where problems are compiled", done.stderr)
            finally:
                subprocess.run(["umount", self.folder / "small"], check=True)

    def test_a_home_that_cannot_be_read(self):
        environment = {key: value for key, value in os.environ.items()
                       if key not in ("TWOSCALE_CACHE", "XDG_CACHE_HOME")}
        (self.folder / "home").write_text("a file")
        for home in (str(self.folder / "home"), "/proc/1/root/nowhere"):
            done = self.run_program("show", "mine.cpp", code=2, env=environment | {"HOME": home})
            self.assertIn("TWOSCALE_CACHE", done.stderr)


if __name__ == "__main__":
    unittest.main()
