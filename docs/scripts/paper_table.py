#!/usr/bin/env python3
"""Writes the measured table of docs/experiments/paper.md, and keeps the rows it is made of.

usage: paper_table.py REPRODUCE.json     what twoscale reproduce --json printed; rewrites the page and paper.json
       paper_table.py --check            the page is what paper.json makes of it
       paper_table.py --check TWOSCALE   and the quick studies, run again, give the same rows
"""

import json
import pathlib
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "experiments"
PAGE, ROWS = FOLDER / "paper.md", FOLDER / "paper.json"
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
QUICK = ["fast-lag", "tracking-grid", "tikhonov-anchor", "tikhonov-transient", "tikhonov-bias", "correction"]


def kept(studies):
    """What the table is made of, and enough to see a difference: not every value."""
    return [{"study": study["study"], "title": study["title"], "replicas": study["replicas"],
             "rows": [{key: row[key] for key in ("label", "promise", "exponent", "verdict", "sentence")}
                      | {"last": row["values"][-1]["value"] if row["values"] else None} for row in study["rows"]]}
            for study in studies]


def number(value, digits=3):
    return "" if value is None else f"{value:.{digits}f}"


def table(studies):
    lines = ["| what | promised exponent | measured | 95 % interval | verdict |", "|---|---|---|---|---|"]
    for study in studies:
        lines.append(f"| **{study['title']}** (`{study['study']}`) | | | | |")
        for row in study["rows"]:
            exponent = row["exponent"] or {}
            error = exponent.get("standard_error") or 0
            measured = number(exponent.get("value")) + (f" ± {error:.3f}" if error else "")
            interval = f"{exponent['lower']:.3f} to {exponent['upper']:.3f}" if error else ""
            cells = [row["label"].replace("|", "\\|"), "" if row["promise"] is None else f"{row['promise']:.4g}",
                     measured, interval, row["sentence"]]
            lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def rendered(page, studies):
    before, rest = page.split(BEGIN)
    return before + BEGIN + "\n" + table(studies) + "\n" + END + rest.split(END)[1]


def check(program):
    studies = json.loads(ROWS.read_text(encoding="utf-8"))
    page = PAGE.read_text(encoding="utf-8")
    if page != rendered(page, studies):
        sys.exit(f"{PAGE} is not what {ROWS} makes of it: ./dev record writes both")
    if program is None:
        return
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([program, "reproduce", "--only", ",".join(QUICK), "--json", "--quiet"], cwd=folder,
                              capture_output=True, text=True, check=True)
    recorded = {study["study"]: study for study in studies}
    for study in kept(json.loads(done.stdout)):
        if study != recorded.get(study["study"]):
            sys.exit(f"{study['study']} gives other rows than recorded in {ROWS}: ./dev record\n"
                     f"{json.dumps(study, indent=1)}\n{json.dumps(recorded.get(study['study']), indent=1)}")
    print(f"{len(studies)} studies recorded, {len(QUICK)} of them run again: the same")


def main():
    if len(sys.argv) > 1 and sys.argv[1] == "--check":
        return check(pathlib.Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None)
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    studies = kept(json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")))
    ROWS.write_text(json.dumps(studies, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(rendered(PAGE.read_text(encoding="utf-8"), studies), encoding="utf-8")


if __name__ == "__main__":
    main()
