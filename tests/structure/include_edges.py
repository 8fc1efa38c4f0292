#!/usr/bin/env python3
"""Which folder may include which, where third-party libraries may appear, that the library never prints or exits, and
that twoscale/twoscale.hpp includes all of it.

usage: include_edges.py SOURCE_ROOT | --self-test

The rules are tried on planted violations first, so a rule that has gone blind fails too.
"""

import pathlib
import re
import sys
import tempfile

STEPS = {"core", "problem", "schedule"}
CHOICES = {"tracker", "oracle", "preconditioner", "outer", "output"}
ALLOWED = {  # besides a folder's own headers
    "core": set(),
    "schedule": {"core"},
    "problem": {"core"},
    **{choice: STEPS for choice in CHOICES},
    "method": STEPS | CHOICES,
    "run": STEPS | {"method"},
    "measure": STEPS | {"method", "run"},  # downstream of a run, and never upstream
    "plugin": {"core", "problem", "method", "run", "measure"},
    "store": {"core", "problem", "method", "run"},  # keeps what others measured
    "report": {"core"},  # draws what it is given
    "solve": STEPS | {"method", "run", "measure", "plugin", "store"},
    "experiment": STEPS | {"method", "run", "measure", "plugin", "store", "report", "solve"},
}
ONLY_IN = {  # third party: where its headers may be included
    "nlohmann/": "apps/twoscale/json.cpp",
    "CLI/": "apps/twoscale/main.cpp",
    "fmt/": "apps/twoscale/terminal.cpp",
    "Eigen/": "src/problem/set/",
    "sha2.h": "src/core/digest.cpp",  # libmd
    "sqlite3.h": "src/store/database.cpp",
    "toml++/": "src/experiment/toml/parse.cpp",
    "dlfcn.h": "src/plugin/load.cpp",  # code that comes from outside enters there
    "spawn.h": "src/plugin/process.cpp",
}
SILENT = [  # what a library that never prints or exits does without
    (r"#\s*include\s*<iostream>", "<iostream>"),
    (r"\b(?:std::)?(?:cout|cerr|clog)\b", "a standard stream"),
    (r"\b(?:f|v|vf)?printf\s*\(|\b(?:f?puts|putchar)\s*\(", "printing"),
    (r"\b(?:std::)?(?:_?_?[eE]xit|quick_exit|abort|terminate)\s*\(", "ending the program"),
]
# Headers that nobody but the library and compiled problem files should see; twoscale/twoscale.hpp gathers all others.
INNER = re.compile(r"include/twoscale/(plugin/(part\d|\w+_choices)|core/plain_elementary|measure/numbers(_face)?)\.hpp")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:<([^>]+)>|"([^"]+)")', re.MULTILINE)
COMMENT_OR_STRING = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
TREES, ENDINGS = ("include", "src", "apps", "zoo"), {".hpp", ".cpp", ".h", ".inc"}


def without_comments(text, keep_strings):
    def replacement(match):
        return match.group() if keep_strings and match.group().startswith('"') else " "
    return COMMENT_OR_STRING.sub(replacement, text)


def folder_of(path):
    """The library folder a file belongs to; '' for the headers that gather others; None outside the library."""
    parts = path.split("/")
    if parts[:2] == ["include", "twoscale"]:
        return parts[2] if len(parts) > 3 else ""
    if parts[0] == "src":
        return parts[1] if len(parts) > 2 else ""
    return None


def edge_problem(path, header, quoted):
    """What is wrong with this file including this header, or None."""
    for prefix, place in ONLY_IN.items():
        if header.startswith(prefix) and not (path.startswith(place) if place.endswith("/") else path == place):
            return f"includes {header}, which belongs in {place}"
    if quoted and ("../" in header or header.startswith("src/")):
        return f'reaches across folders with "{header}"'
    folder = folder_of(path)
    if folder is None or folder == "" or not header.startswith("twoscale/"):
        return None
    if folder not in ALLOWED:
        return f"is in '{folder}', a folder without a row in this script's table"
    parts = header.split("/")
    if len(parts) == 2:
        return f"includes {header}, which gathers other folders' headers"
    if parts[1] != folder and parts[1] not in ALLOWED[folder]:
        return f"includes {header}: {folder} -> {parts[1]} is not allowed"
    return None


def not_gathered(root):
    """Headers that a program which includes twoscale/twoscale.hpp does not get."""
    seen, todo = set(), ["include/twoscale/twoscale.hpp"]
    while todo:
        path = todo.pop()
        if path in seen or not (root / path).exists():
            continue
        seen.add(path)
        text = without_comments((root / path).read_text(encoding="utf-8"), keep_strings=True)
        todo += ["include/" + angled for angled, _ in INCLUDE.findall(text)]
    headers = sorted(file.relative_to(root).as_posix() for file in (root / "include" / "twoscale").rglob("*.hpp"))
    return [f"{path} is not in twoscale/twoscale.hpp" for path in headers
            if path not in seen and not INNER.fullmatch(path)]


def check(root):
    """(violations, number of includes seen)"""
    violations, seen = [], 0
    for file in sorted(f for tree in TREES for f in (root / tree).rglob("*") if f.suffix in ENDINGS):
        path = file.relative_to(root).as_posix()
        text = file.read_text(encoding="utf-8")
        for angled, quoted in INCLUDE.findall(without_comments(text, keep_strings=True)):
            seen += 1
            problem = edge_problem(path, angled or quoted, bool(quoted))
            if problem:
                violations.append(f"{path} {problem}")
        if folder_of(path) is not None:
            code = without_comments(text, keep_strings=False)
            violations += [f"{path} uses {what}" for pattern, what in SILENT if re.search(pattern, code)]
    return violations, seen


CLEAN = {
    "include/twoscale/core/a.hpp": "// printf(x); std::exit(1)\n#include <vector>\n#include <twoscale/core/b.hpp>\n",
    "include/twoscale/run/run.hpp": "#include <twoscale/method/plan.hpp>\n#include <twoscale/core/a.hpp>\n",
    "include/twoscale/core/b.hpp": "",
    "include/twoscale/twoscale.hpp": "#include <twoscale/run/run.hpp>\n",
    "src/problem/set/matrix_ball.cpp": "#include <Eigen/SVD>\nint static_exit_code(int);\nauto s = \"abort()\";\n",
    "apps/twoscale/json.cpp": "#include <nlohmann/json.hpp>\n#include <twoscale/twoscale.hpp>\n#include <iostream>\n",
    "zoo/mine.cpp": "#include <twoscale/problem.hpp>\n",
}
PLANTED = {
    "include/twoscale/core/x.hpp": "#include <twoscale/problem/set.hpp>\n",
    "include/twoscale/measure/x.hpp": "#include <twoscale/plugin/zoo.hpp>\n",
    "include/twoscale/run/y.hpp": "#include <twoscale/measure/truth.hpp>\n",
    "include/twoscale/tracker/y.hpp": "#include <twoscale/measure/truth.hpp>\n",
    "include/twoscale/problem/x.hpp": "#include <twoscale/schedule/steps.hpp>\n",
    "include/twoscale/oracle/x.hpp": "#  include <twoscale/tracker/exact.hpp>\n",
    "include/twoscale/method/x.hpp": "#include <twoscale/twoscale.hpp>\n",
    "include/twoscale/novel/x.hpp": "#include <twoscale/core/a.hpp>\n",
    "include/twoscale/run/x.hpp": "#include <Eigen/Core>\n",
    "src/run/x.cpp": "#include <twoscale/plugin/zoo.hpp>\n",
    "src/method/x.cpp": '#include "../run/run.hpp"\n',
    "src/core/x.cpp": "#include <iostream>\n",
    "src/core/y.cpp": "void f() { std::exit(1); }\n",
    "src/core/z.cpp": "void f() { printf(\"x\"); }\n",
    "src/schedule/x.cpp": "void f() { std::cerr << 1; }\n",
    "src/schedule/y.cpp": "void f() { abort(); }\n",
    "apps/twoscale/solve.cpp": "#include <nlohmann/json.hpp>\n",
    "apps/twoscale/other.cpp": "#include <CLI/CLI.hpp>\n",
    "zoo/x.cpp": "#include <fmt/format.h>\n",
    "src/plugin/x.cpp": "#include <sha2.h>\n",
    "src/store/x.cpp": "#include <sqlite3.h>\n",
    "src/experiment/read_spec.cpp": "#include <toml++/toml.h>\n",
    "src/store/y.cpp": "#include <twoscale/experiment/spec.hpp>\n",
    "include/twoscale/report/x.hpp": "#include <twoscale/run/run.hpp>\n",
    "include/twoscale/store/x.hpp": "#include <twoscale/measure/truth.hpp>\n",
    "src/run/z.cpp": "#include <twoscale/store/store.hpp>\n",
    "src/solve/x.cpp": "#include <twoscale/experiment/study.hpp>\n",
    "include/twoscale/store/y.hpp": "#include <twoscale/solve/report.hpp>\n",
    "src/run/y.cpp": "#include <dlfcn.h>\n",
    "apps/twoscale/run.cpp": "#include <spawn.h>\n",
}


def self_test():
    """Sentences for what the rules miss, or see where there is nothing."""
    def violations_in(files, check_tree=lambda root: check(root)[0]):
        with tempfile.TemporaryDirectory() as temporary:
            root = pathlib.Path(temporary)
            for path, text in files.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text, encoding="utf-8")
            return check_tree(root)

    problems = [f"self-test: a clean tree is refused: {violation}" for violation in violations_in(CLEAN)]
    for path, text in PLANTED.items():
        found = violations_in(CLEAN | {path: text})
        if len(found) != 1 or not found[0].startswith(path + " "):
            problems.append(f"self-test: {path} with {text.strip()!r} should be the one violation, found {found}")
    for path, gathered in (("run/lonely.hpp", False), ("plugin/part0.hpp", True)):
        found = violations_in(CLEAN | {f"include/twoscale/{path}": ""}, not_gathered)
        if gathered == bool(found):
            problems.append(f"self-test: {path} beside twoscale.hpp: found {found}")
    return problems


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    problems, seen = self_test(), 0
    if sys.argv[1] != "--self-test":
        violations, seen = check(pathlib.Path(sys.argv[1]))
        violations += not_gathered(pathlib.Path(sys.argv[1]))
        problems += violations if seen else [f"{sys.argv[1]} has no includes at all: is it the source root?"]
    summary = f"{seen} includes and {len(PLANTED)} planted violations: as they should be"
    print("\n".join(problems) if problems else summary)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
