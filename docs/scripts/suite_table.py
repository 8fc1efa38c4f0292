#!/usr/bin/env python3
"""Writes the measured table of docs/experiments/suite.md.

usage: suite_table.py RATES.json     what twoscale rates experiments/suite.toml --json printed
"""

import json
import pathlib
import sys

PAGE = pathlib.Path(__file__).resolve().parent.parent / "experiments" / "suite.md"
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"


def estimate(value, digits=3):
    return "" if value is None else f"{value['value']:.{digits}g} ± {value['standard_error']:.2g}"


def lines(study):
    for row in study["rows"]:
        if not row["label"].startswith("within") and study["study"] != "rotor-slope":
            continue
        if row["label"].startswith("within"):
            measured = estimate(row.get("over_limit_at_equal_split") if "limit" in row["label"] else row.get("over_best"))
        else:
            measured = f"{row['exponent']['value']:.3f} ± {row['exponent']['standard_error']:.3f}"
        yield f"| {study['study']} | {study['members']} | {row['label']} | {measured} | {row['sentence']} |"


def main(path):
    studies = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    table = ["| family | members | bar, or method | measured | verdict |", "|---|---|---|---|---|"]
    for study in studies:
        table += lines(study)
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    PAGE.write_text(before + BEGIN + "\n" + "\n".join(table) + "\n" + END + rest.split(END)[1], encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1]) if len(sys.argv) == 2 else sys.exit(__doc__)
