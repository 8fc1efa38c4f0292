#!/usr/bin/env python3
"""Holds the documentation to what the program does.

usage: run_commands.py SOURCE_ROOT TWOSCALE [--update]

In README.md, ARCHITECTURE.md, CONTRIBUTING.md and docs/**/*.md:
- every '$ twoscale ...' line of a ```console block runs, and ends with exit code 0, or N where the block
  opens with ```console exit=N; the lines shown below it must appear in its output, in that order. Times and
  runs of blanks do not count, and a line '...' stands for any lines;
- every relative link leads to a file, and to a heading of it where it names one.
Besides: every method has a page docs/methods/NAME.md; docs/command-line.md names every flag of solve, compare,
rates and reproduce, and every field of solve's JSON; the C++ in README.md is examples/saddle.cpp, that in docs/library.md is
examples/first_problem.cpp.

--update rewrites the shown output, and the exit code, of the blocks without '...' from what the commands print now.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile


class Failures(list):
    def add(self, where, what):
        self.append(f"{where}: {what}")


def normalised(line):
    line = re.sub(r"\b\d+(\.\d+)? s\b|\b\d+ min \d+ s\b|\b\d+ h \d+ min\b", "TIME", line)
    line = re.sub(r'("wall_seconds": )[-+.e\d]+', r"\1TIME", line)
    return " ".join(line.split())


def fences(lines):
    """(first line, last line, info string) of every fenced block, the fences themselves left out."""
    start, info = None, ""
    for number, line in enumerate(lines):
        if not line.startswith("```"):
            continue
        if start is None:
            start, info = number + 1, line[3:].strip()
        else:
            yield start, number, info
            start = None


def commands(lines):
    """(line number, lines of the command, shown output lines) of each command of a console block."""
    out = []
    for number, line in enumerate(lines):
        if line.startswith("$ "):
            out.append((number, [line], []))
        elif out and out[-1][1][-1].endswith("\\"):
            out[-1][1].append(line)
        elif out:
            out[-1][2].append(line)
    return out


def first_missing(shown, printed):
    """The first shown line that is not in the output after the ones before it; None if all are there."""
    rest = iter([normalised(line) for line in printed])
    for line in shown:
        if line.strip() in ("", "..."):
            continue
        if normalised(line) not in rest:  # consumes what it passes over
            return line
    return None


def run(command, environment, directory):
    done = subprocess.run(["bash", "-c", command], env=environment, cwd=directory, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300, check=False)
    return done.returncode, [line.rstrip() for line in done.stdout.splitlines()]


def check_page(page, name, environment, directory, update, failures):
    """Runs a page's commands; returns how many there were."""
    lines = page.read_text().splitlines()
    count, new_lines, copied = 0, [], 0
    for first, last, info in fences(lines):
        words = info.split()
        if not words or words[0] != "console":
            continue
        expected = int(next((w[5:] for w in words[1:] if w.startswith("exit=")), "0"))
        block = lines[first:last]
        fresh, codes = [], set()
        for number, typed, shown in commands(block):
            command = " ".join(line.removesuffix("\\").strip() for line in typed)[2:]
            if not command.startswith("twoscale"):
                failures.add(f"{name}:{first + number + 1}", f"only twoscale commands can be run here: {command}")
                continue
            count += 1
            code, printed = run(command, environment, directory)
            fresh += typed + printed
            codes.add(code)
            where = f"{name}:{first + number + 1}"
            if code != expected and not (update and code in (0, 3)):
                failures.add(where, f"exit code {code}, not {expected}: {command}\n  " + "\n  ".join(printed[-5:]))
            elif not update and (missing := first_missing(shown, printed)) is not None:
                failures.add(where, f"{command}\n  does not print: {missing}\n  it prints:\n    " + "\n    ".join(printed))
        if update and "..." not in [line.strip() for line in block]:
            opening = "```console" + (f" exit={codes.pop()}" if codes not in (set(), {0}) and len(codes) == 1 else "")
            new_lines += lines[copied:first - 1] + [opening] + fresh
            copied = last
    if update:
        page.write_text("\n".join(new_lines + lines[copied:]) + "\n")
    return count


def anchors(path):
    """The anchors of a page's headings, spelled as code hosts spell them."""
    headings = re.findall(r"^#+ +(.*?) *$", path.read_text(), re.M)
    return {re.sub(r"[^\w\- ]", "", h.replace("`", "").lower()).replace(" ", "-") for h in headings}


def check_links(page, name, failures):
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, heading = target.partition("#")
        found = (page.parent / path).resolve() if path else page
        if not found.exists():
            failures.add(name, f"link to '{target}': no such file")
        elif heading and heading not in anchors(found):
            failures.add(name, f"link to '{target}': no such heading")


def check_method_pages(root, environment, directory, failures):
    _, printed = run("twoscale list methods --json", environment, directory)
    for method in json.loads("\n".join(printed))["methods"]:
        if not (root / "docs" / "methods" / f"{method['name']}.md").exists():
            failures.add("docs/methods", f"method {method['name']} has no page")


def check_reference(root, environment, directory, failures):
    page = (root / "docs" / "command-line.md").read_text()
    for verb in ("solve", "compare", "rates", "reproduce"):
        _, help_text = run(f"twoscale {verb} --help", environment, directory)
        for flag in sorted(set(re.findall(r"--[a-z][a-z0-9-]*", "\n".join(help_text)))):
            if f"`{flag}" not in page:
                failures.add("docs/command-line.md", f"flag {flag} of {verb} is not described")
    _, printed = run("twoscale solve rotor --budget 1e4 --json", environment, directory)
    for field in json.loads("\n".join(printed)):
        if f"`{field}`" not in page:
            failures.add("docs/command-line.md", f"JSON field {field} is not described")


def check_snippet(root, failures):
    for page, source in (("README.md", "saddle.cpp"), ("docs/library.md", "first_problem.cpp")):
        shown = re.search(r"^```cpp\n(.*?)^```", (root / page).read_text(), re.M | re.S)
        if not shown or shown.group(1) != (root / "examples" / source).read_text():
            failures.add(page, f"its C++ is not examples/{source}")


def main():
    arguments = [a for a in sys.argv[1:] if a != "--update"]
    if len(arguments) != 2:
        sys.exit(__doc__)
    root, program = (pathlib.Path(a).resolve() for a in arguments)
    update = "--update" in sys.argv
    pages = [root / n for n in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")] + sorted((root / "docs").rglob("*.md"))
    failures, count = Failures(), 0
    with tempfile.TemporaryDirectory() as directory:
        tools = pathlib.Path(directory, "tools")
        tools.mkdir()
        (tools / "twoscale").symlink_to(program)
        work = pathlib.Path(directory, "work")
        work.mkdir()
        for folder in ("examples", "experiments"):
            (work / folder).symlink_to(root / folder)
        environment = {**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
                       "TWOSCALE_CACHE": os.environ.get("TWOSCALE_CACHE", f"{work}/cache")}
        for page in pages:
            name = str(page.relative_to(root))
            count += check_page(page, name, environment, work, update, failures)
            check_links(page, name, failures)
        check_method_pages(root, environment, work, failures)
        check_reference(root, environment, work, failures)
    check_snippet(root, failures)
    print(f"{count} commands on {len(pages)} pages, {len(failures)} failures")
    for failure in failures:
        print(failure)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
