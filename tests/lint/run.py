#!/usr/bin/env python3
"""clang-tidy and cppcheck on the sources that changed, or on all of them.

usage: run.py SOURCE_ROOT BUILD [--all | --since COMMIT] [--most N]

Without --all: files that differ from COMMIT (the commit before the last one, unless given), or are not known to git yet.
At most N of them are looked at, and what is left out is said. The library's headers are looked at once, in a file that
includes them all, whenever one of them changed. BUILD holds compile_commands.json. Exits with 77, which ctest counts as
skipped, where there is no git or no clang-tidy.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

TREES = ("src", "apps", "zoo")
# What clang does not know, or what a precompiled header needs.
NOT_CLANGS = re.compile(r"-m(?:move|store)-max=\S+|-Wno-maybe-uninitialized|-Wno-restrict|-Winvalid-pch|-fno-gnu-unique|-include \S*cmake_pch\S*")
CPPCHECK = ["--quiet", "--error-exitcode=1", "--std=c++20", "--language=c++", "--enable=warning,performance,portability",
            "--inline-suppr"]
SKIPPED = 77


def git(root, *words):
    done = subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else None


def changed_files(root, since):
    """Paths below the root, those that are not committed first."""
    known, new = git(root, "diff", "--name-only", "--diff-filter=d", "HEAD"), git(root, "ls-files", "-o", "--exclude-standard")
    if known is None or new is None:
        print("no git here: nothing is known of what changed")
        sys.exit(SKIPPED)
    before = git(root, "diff", "--name-only", "--diff-filter=d", since, "HEAD") or []
    return list(dict.fromkeys([*known, *new, *before]))


def commands_for_clang(build, folder):
    entries = []
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        together = pathlib.Path(entry["file"]) if "/Unity/" in entry["file"] else None  # sources that are read as one
        if together and not together.exists():
            continue
        for file in re.findall(r'#include "(.*)"', together.read_text(encoding="utf-8")) if together else [entry["file"]]:
            entries.append({**entry, "file": file, "command": entry["command"].replace(f"-c {entry['file']}", f"-c {file}")})
    for entry in entries:
        entry["command"] = NOT_CLANGS.sub("", entry["command"])
    headers = dict(next(entry for entry in entries if entry["file"].endswith("src/run/run.cpp")))
    gathering = folder / "headers.cpp"
    gathering.write_text("#include <twoscale/twoscale.hpp>\n", encoding="utf-8")
    headers["command"] = re.sub(r"-c \S+", f"-c {gathering}", headers["command"])
    headers["file"] = str(gathering)
    (folder / "compile_commands.json").write_text(json.dumps([*entries, headers]), encoding="utf-8")
    return gathering


def tidy(folder, file, *words):
    command = ["clang-tidy", "-p", str(folder), "--quiet", "--warnings-as-errors=*", *words, str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode == 0, file, done.stdout + ("" if done.stdout else done.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--since", default="HEAD~1")
    parser.add_argument("--most", type=int, default=10**6)
    asked = parser.parse_args()
    root = asked.root.resolve()
    if not shutil.which("clang-tidy") or not shutil.which("cppcheck"):
        print("clang-tidy and cppcheck are not both here: apt install clang-tidy cppcheck")
        sys.exit(SKIPPED)
    paths = [str(f.relative_to(root)) for tree in (*TREES, "include") for f in sorted((root / tree).rglob("*.[ch]pp"))]
    if not asked.all:
        changed = changed_files(root, asked.since)
        paths = [path for path in changed if path in set(paths)]
    sources = [root / path for path in paths if path.startswith(TREES) and path.endswith(".cpp")]
    headers = any(path.startswith("include/") for path in paths)
    looked_at = sources[:asked.most]
    with tempfile.TemporaryDirectory(prefix="twoscale-lint-") as temporary:
        folder = pathlib.Path(temporary)
        gathering = commands_for_clang(asked.build, folder)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            tasks = [pool.submit(tidy, folder, file) for file in looked_at]
            if headers:
                tasks.append(pool.submit(tidy, folder, gathering, "--header-filter=include/twoscale/.*"))
            bad = 0
            for done in concurrent.futures.as_completed(tasks):  # told as it is found: all files take minutes
                good, file, text = done.result()
                bad += not good
                if not good:
                    print(f"{file.name}:\n{text}", flush=True)
    if looked_at:
        done = subprocess.run(["cppcheck", *CPPCHECK, f"-j{os.cpu_count()}", "--suppressions-list=.cppcheck", "-Iinclude",
                               *(str(file.relative_to(root)) for file in looked_at)], capture_output=True, text=True, check=False, cwd=root)
        bad += done.returncode != 0
        print(done.stderr, end="")
    left = len(sources) - len(looked_at)
    print(f"{len(looked_at)} files{' and the headers' if headers else ''}" + (f"; {left} more changed, and were left out" if left else ""))
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
