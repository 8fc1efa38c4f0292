#!/usr/bin/env python3
"""What export writes is read back by others: Python's csv and json, and npy as numpy does (with numpy where it is).

usage: export_test.py TWOSCALE
"""

import ast
import csv
import json
import math
import pathlib
import struct
import subprocess
import sys
import tempfile


def twoscale(program, *arguments):
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout


def read_npy(path):
    """A structured array as a list of dictionaries, by the format's own description."""
    data = path.read_bytes()
    assert data[:8] == b"\x93NUMPY\x01\x00", data[:8]
    length = struct.unpack("<H", data[8:10])[0]
    assert (10 + length) % 64 == 0
    header = ast.literal_eval(data[10:10 + length].decode())
    assert header["fortran_order"] is False
    codes = {"<u8": "Q", "<f8": "d"}
    rows, at = [], 10 + length
    for _ in range(header["shape"][0]):
        row = {}
        for name, kind, *shape in header["descr"]:
            code = kind[2:] + "s" if kind.startswith("|S") else f"{shape[0][0] if shape else ''}{codes[kind]}"
            values = struct.unpack_from("<" + code, data, at)
            at += struct.calcsize("<" + code)
            row[name] = list(values) if shape else values[0].rstrip(b"\0").decode() if kind[1] == "S" else values[0]
        rows.append(row)
    assert at == len(data)
    return rows


def same(a, b):
    return a == b or (isinstance(a, float) and math.isnan(a) and b in (None, ""))


def check_sheet(program, store, folder, what, expected_rows):
    files = {ending: folder / f"{what}.{ending}" for ending in ("csv", "jsonl", "npy")}
    for path in files.values():
        twoscale(program, "export", str(store), "--what", what, "--output", str(path))
    with open(files["csv"], newline="", encoding="utf-8") as file:
        from_csv = list(csv.DictReader(file))
    from_json = [json.loads(line) for line in files["jsonl"].read_text().splitlines()]
    from_npy = read_npy(files["npy"])
    assert len(from_csv) == len(from_json) == len(from_npy) == expected_rows, (what, len(from_csv), expected_rows)
    for c, j, n in zip(from_csv, from_json, from_npy):
        for name, value in n.items():
            wanted = [None if math.isnan(v) else v for v in value] if isinstance(value, list) else value
            assert same(wanted, j[name]), (name, value, j[name])
            if isinstance(value, list):
                assert all(same(v, type(v)(c[f"{name}{i}"] or "nan")) or math.isnan(v) for i, v in enumerate(value)), name
            elif isinstance(value, float):
                assert same(value, float(c[name]) if c[name] else None), (name, value, c[name])
            else:
                assert str(value) == c[name], (name, value, c[name])
    return from_json


def check_with_numpy(path, rows):
    try:
        import numpy  # pylint: disable=import-outside-toplevel
    except ImportError:
        return "numpy is not here"
    array = numpy.load(path)
    assert len(array) == rows and array["y"].shape == (rows, 2)
    return "numpy agrees"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    program = sys.argv[1]
    with tempfile.TemporaryDirectory(prefix="twoscale-export-") as temporary:
        folder = pathlib.Path(temporary)
        store = folder / "run.db"
        solve = json.loads(twoscale(program, "solve", "rotor", "--method", "raw,single-loop", "--budget", "1e4",
                                    "--replicas", "9", "--observe", "residual,preconditioner_error", "--observations", "4",
                                    "--store", str(store), "--json"))
        twoscale(program, "solve", "scalar-floor", "--iterations", "200", "--first-replica", "5", "--seed", "9",
                 "--store", str(store))
        replicas = check_sheet(program, store, folder, "replicas", 19)
        seen = check_sheet(program, store, folder, "observations", 2 * 9 * 4)
        check_sheet(program, store, folder, "jobs", 3)
        assert replicas[0]["y"] == solve[0]["y"] and replicas[9]["x"] == solve[1]["x"]
        assert replicas[18]["replica"] == 5 and replicas[18]["seed"] == 9 and replicas[18]["x"][1] is None
        residuals = [row["squared_residual"] for row in replicas[:9]]
        assert abs(sum(residuals) / 9 - solve[0]["residual"]["mean_square"]) < 1e-15
        last = [row["residual"] for row in seen if row["job"] == 1 and row["iteration"] == solve[0]["iterations"]]
        assert last == residuals
        assert all((row["preconditioner_error"] is None) == (row["method"] == "raw") for row in seen)  # raw has no P
        assert abs(sum(last) / 9 - solve[0]["observations"][-1]["residual"]["mean"]) < 1e-15
        print("csv, jsonl and npy agree;", check_with_numpy(folder / "replicas.npy", 19))


if __name__ == "__main__":
    main()
