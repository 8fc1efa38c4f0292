"""The report: JSON for machines, Markdown for the documentation, what machine it was."""

import datetime
import pathlib
import platform
import re
import statistics
import subprocess

from measure import ratio, times


def machine(build):
    cpu = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    flags = pathlib.Path("/proc/cpuinfo").read_text()
    cache = (pathlib.Path(build).parent / "CMakeCache.txt").read_text()
    compiler = re.search(r"CMAKE_CXX_COMPILER:\w+=(.*)", cache).group(1)
    version = subprocess.run([compiler, "--version"], capture_output=True, text=True).stdout.splitlines()[0]
    return {"cpu": cpu.group(1) if cpu else platform.processor(), "avx512": "avx512f" in flags,
            "compiler": version, "flags": re.search(r"CMAKE_CXX_FLAGS_RELEASE:\w+=(.*)", cache).group(1),
            "date": datetime.date.today().isoformat()}


def rows(contenders, answers, missing):
    out = []
    for contender in contenders:
        row = {"name": contender.name, "iterations": contender.iterations, "replicas": contender.replicas,
               "threads": contender.threads, "against": contender.against}
        if contender.name in missing:
            row["missing"] = missing[contender.name]
        else:
            seen = sorted(times(answers, contender.name))
            row |= {"ns": seen[0], "median": statistics.median(seen), "most": seen[-1]}
            if contender.against in answers:
                row["ratio"] = ratio(answers, contender.name, contender.against)
            if inner := answers[contender.name][0].get("inner"):
                row["fast_steps"] = inner
        out.append(row)
    return out


def number(value):
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def row_line(row):
    name = row["name"] + (f" ({row['fast_steps']} fast steps an iteration)" if "fast_steps" in row else "")
    if "missing" in row:
        return f"| {name} | not measured | | |"
    compared = "" if row["name"] == row["against"] or "ratio" not in row else f"{row['ratio']:.2f}"
    return f"| {name} | {number(row['ns'])} | {number(row['median'])}, {number(row['most'])} | {compared} |"


def target_line(target):
    bound = f"{target['sense']} {target['bound']}{target['unit']}"
    if target["value"] is None:
        return f"| {target['what']} | {bound} | not measured | | |"
    verdict = "met" if target["met"] else "**not met**"
    median = "" if target["median"] is None else number(target["median"])
    return f"| {target['what']} | {bound} | {number(target['value'])}{target['unit']} | {median} | {verdict} |"


def markdown(data):
    where = data["machine"]
    lines = [f"{where['cpu']}, {where['compiler']}, {where['flags']}, {where['date']}; {data['rounds']} rounds.", "",
             "| what must hold | bound | measured | median of rounds | |", "|---|---|---|---|---|",
             *map(target_line, data["targets"]), "",
             "| contender | ns per iteration and replica | median, most | over the engine at the same size |",
             "|---|---|---|---|", *map(row_line, data["rows"]), "",
             "| instructions per iteration and replica (callgrind, AVX2) | |", "|---|---|"]
    lines += [f"| {name} | {number(value)} |" for name, value in data["instructions"].items()]
    lines += ["", "| answer against the engine's | z |", "|---|---|"]
    lines += [f"| {name} | {z:+.1f} |" for name, z in data["agreement"].items()]
    for title, text in data["sections"].items():
        lines += ["", f"{title}:", "", "```text", *text.splitlines(), "```"]
    return "\n".join(lines) + "\n"


BEGIN, END = "<!-- bench: begin -->", "<!-- bench: end -->"


def update_page(page, text):
    """Rewrites what stands between the markers."""
    before, rest = page.read_text().split(BEGIN)
    _, after = rest.split(END)
    page.write_text(f"{before}{BEGIN}\n\n{text}\n{END}{after}")
