#!/usr/bin/env python3
"""Installs a build into a temporary prefix, then configures, builds and runs a project that finds it there.

The project is one program of at most 25 lines. It solves a struct of its own, a problem by name and one by file: a
struct and the same struct in a file must give the same answer, and each the one that the installed command line gives.

usage: install_package.py SOURCE_ROOT BUILD_DIR

Leaves nothing behind and needs no network.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile


def run(*command, **options):
    """Runs a command; on failure shows what it said and ends the test."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        sys.exit(f"failed ({done.returncode}): {' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def cached(build, name):
    """A value from the build's CMakeCache.txt, or ''."""
    for line in (build / "CMakeCache.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(name + ":"):
            return line.split("=", 1)[1]
    return ""


def configure(build, source, binary, prefix):
    """Only what was installed may be found: not the build, nor another copy on this machine."""
    run("cmake", "-S", source, "-B", binary, "-G", cached(build, "CMAKE_GENERATOR"),
        f"-DCMAKE_CXX_COMPILER={cached(build, 'CMAKE_CXX_COMPILER')}", "-DCMAKE_BUILD_TYPE=Release",
        f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF",
        "-DCMAKE_FIND_USE_SYSTEM_PACKAGE_REGISTRY=OFF", "-DCMAKE_EXPORT_NO_PACKAGE_REGISTRY=ON",
        env={key: value for key, value in os.environ.items() if not key.startswith("twoscale_")})


def prints_what_it_says(source, program):
    """An example prints the indented lines of the comment it opens with."""
    shown = re.match(r"//.*\n//\n((?://   .*\n)+)", source.read_text(encoding="utf-8"))
    expected = re.sub(r"^//   ", "", shown.group(1), flags=re.M)
    if (printed := run(program)) != expected:
        sys.exit(f"{source.name} says that it prints\n{expected}and prints\n{printed}")


MOST_LINES = 25
FLAGS = ["--budget", "1e5", "--y0", "1,0", "--certify", "2e4"]  # as in main.cpp


def numbers(text):
    return [float(number) for number in re.findall(r"-?\d+\.?\d*(?:e-?\d+)?", text)]


def same_answers(source, consumer, program, work):
    """Compares what the project prints with each other, and with the installed command line."""
    text = (source / "main.cpp").read_text(encoding="utf-8")
    if len(text.splitlines()) > MOST_LINES:
        sys.exit(f"the project's program has {len(text.splitlines())} lines: {MOST_LINES} should be enough")
    own_file = work / "quarter.cpp"
    struct = text[text.index("struct"):text.index("int main")]
    own_file.write_text(f'#include <twoscale/problem.hpp>\n{struct}TWOSCALE_PROBLEM(Quarter, "quarter", "")\n',
                        encoding="utf-8")
    cache = {**os.environ, "TWOSCALE_CACHE": str(work / "cache")}
    printed = {name: run(consumer, *name, env=cache).strip() for name in [(), (own_file,), ("rotor",)]}
    if printed[()] != printed[(own_file,)]:
        sys.exit(f"a struct and its file differ:\n{printed[()]}\n{printed[(own_file,)]}")
    for name in (own_file, "rotor"):
        told = json.loads(run(program, "solve", name, *FLAGS, "--json", env=cache))
        expected = [*told["y"], told["limit"]["value"], told["certificate"]["lower"], told["certificate"]["upper"]]
        if numbers(printed[(name,)]) != expected or told["status"] not in printed[(name,)]:
            sys.exit(f"{name}: the library says\n{printed[(name,)]}\nthe command line\n{expected} {told['status']}")
    plain = consumer.with_name("without_files")
    if run(plain).strip() != printed[()]:
        sys.exit("a program that links twoscale::twoscale gives another answer")
    refused = subprocess.run([plain, own_file], env=cache, capture_output=True, text=True, check=False)
    if refused.returncode == 0 or "links twoscale::files" not in refused.stderr:
        sys.exit(f"a program that cannot load files says so, and what to do: {refused.stderr}")
    print("\n".join(printed.values()))


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    root, build = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    with tempfile.TemporaryDirectory(prefix="twoscale-install-") as temporary:
        work = pathlib.Path(temporary)
        prefix, source, binary = work / "prefix", work / "consumer", work / "build"
        manifest = build / "install_manifest.txt"  # cmake --install writes it into the build
        before = manifest.read_bytes() if manifest.exists() else None
        try:
            run("cmake", "--install", build, "--prefix", prefix)
        finally:
            if before is None:
                manifest.unlink(missing_ok=True)
            else:
                manifest.write_bytes(before)

        shutil.copytree(root / "tests" / "structure" / "consumer", source)
        configure(build, source, binary, prefix)
        found = pathlib.Path(cached(binary, "twoscale_DIR"))
        if prefix not in found.parents:
            sys.exit(f"find_package(twoscale) found {found}, not the copy installed in {prefix}")
        for config in found.glob("*.cmake"):
            text = config.read_text(encoding="utf-8")
            leaks = [str(path) for path in (root, build) if f"{path}/" in text]
            if leaks:
                sys.exit(f"{config.name} names {leaks[0]}, which is not part of what was installed")
        run("cmake", "--build", binary)
        same_answers(source, binary / "consumer", prefix / "bin" / "twoscale", work)
        shutil.copytree(root / "examples", work / "examples")
        configure(build, work / "examples", work / "examples_build", prefix)
        run("cmake", "--build", work / "examples_build")
        prints_what_it_says(work / "examples" / "first_problem.cpp", work / "examples_build" / "first_problem")


if __name__ == "__main__":
    main()
