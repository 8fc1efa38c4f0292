#!/usr/bin/env python3
"""Random bytes through everything that reads a user's text: no crash, no undefined behaviour, no runaway allocation.

usage: run.py SOURCE_ROOT RUNS

Needs clang++ with libFuzzer; without them it says so and exits with 77, which ctest counts as skipped.
The seed is fixed, so the same runs happen every time; another is a matter of starting the program by hand.
"""

import concurrent.futures
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile

COMPILERS = ["clang++", *(f"clang++-{version}" for version in range(19, 13, -1))]
FLAGS = ["-std=c++20", "-O1", "-g", "-fsanitize=fuzzer,address,undefined", "-fno-sanitize-recover=all", "-march=x86-64-v3"]
SOURCES = [f"src/core/{name}.cpp" for name in ("error", "setting", "table", "table_csv", "table_npy")]
SPEC_SOURCES = ["src/core/far_angle.cpp", "src/experiment/axis.cpp", "src/experiment/drawn.cpp",
                "src/solve/observed_names.cpp", "src/experiment/read_rows.cpp",
                "src/experiment/read_spec.cpp", "src/experiment/values.cpp", "src/experiment/toml/field.cpp",
                "src/experiment/toml/guard.cpp", "src/experiment/toml/parse.cpp"]
EXPLAIN_SOURCES = ["src/core/digest.cpp", "src/plugin/compiler_output.cpp", "src/plugin/diagnostics.cpp",
                   "src/plugin/reading.cpp"]
MORE_SOURCES = {"spec": SPEC_SOURCES, "explain": EXPLAIN_SOURCES}  # besides those, by program
LIBRARIES = {"explain": ["-lmd"]}
SHARE = {"explain": 20}  # one of so many runs: each reads lines of 100,000 letters
LIMITS = ["-seed=1", "-max_len=4096", "-timeout=10", "-malloc_limit_mb=16", "-verbosity=0", "-print_final_stats=1"]
SKIPPED = 77
DTYPES = {"<f8": "d", "<f4": "f", "|i1": "b", "|u1": "B", "<i2": "h", "<u2": "H", "<i4": "i", "<u4": "I", "<i8": "q",
          "<u8": "Q", "|b1": "?"}


def npy(descr, shape, data, fortran=False, version=1):
    header = f"{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}\n".encode()
    return b"\x93NUMPY" + bytes([version, 0]) + struct.pack("<H" if version == 1 else "<I", len(header)) + header + data


def seeds():
    """Small valid inputs of every kind, for each program."""
    arrays = [npy(descr, (3, 2), struct.pack(f"<6{code}", *range(6)), bool(i % 2), i % 3 + 1)
              for i, (descr, code) in enumerate(DTYPES.items())]
    arrays.append(npy("<f8", (2,), struct.pack("<2d", 0.5, -2)))
    arrays += [npy(">f8", (1,), bytes(8)), npy("<f8", (2, 2, 2), bytes(64)), npy("<f8", (2**32, 2**32), b"")]
    arrays.append(npy("<f8", (1,), bytes(8)).replace(b"'<f8'", b"[('a', '<f8')]"))
    texts = [b"a,b\n1,2\n3,4\n", b"1;2.5\r\n-3e2;+4\r\n", b"\xef\xbb\xbf# note\nx\ty\n1\t2\n\n",
             b'"a ""b""","c;d"\n1e-300,-0\n', b"1,nan\n", b"1,\n", b"1,2\n3\n", b"inf\n1e999\n"]
    parameters = [b"theta=0.5", b"rho=1e-3", b"count=12", b"flag=1", b"data=good.csv", b"data=good.npy", b"data=.",
                  b"data=3", b"rho=nan", b"count=2.5", b"thet=1", b"theta=+.5e2", b"data=/dev/null",
                  b"probe=normals", b"probe=1"]
    return {"csv": texts, "npy": arrays, "parameter": parameters, "spec": specs(), "explain": complaints()}


def complaints():
    """A problem file, a zero, and what a compiler says of it; a byte 1 is a long line (explain_fuzz.cpp)."""
    file = (b"struct Mine {\n  static constexpr Shape shape{.fast = 2, .slow = 2, .fast_noise = 2, .slow_noise = 2};\n"
            b"  auto fast(const auto& x, const auto& y, const auto& xi) const { return x + xi; }\n"
            b"  auto slow(const auto& x, const auto& y, const auto& zeta) const { return x; }\n};\n")
    said = [b"/my.cpp:3:5: error: static assertion failed: twoscale: fast() must return a Vector\n"
            b"/my.cpp:3:5: note: kIsVectorOf<Vector<double, 3>, 2>\n",
            b"/my.cpp:3:5: error: static assertion failed: twoscale: vectors of different sizes do not combine\n"
            b"/my.cpp:3:5: note: the comparison reduces to '(2 == 3)'\n",
            b"/my.cpp:3:60: error: could not convert '&&' from 'Pack<double, 8>' to 'bool'\n",
            b"/my.cpp:2:2: error: cannot convert 'Dual<double, 2>' to 'double' in assignment\n",
            b"g++: fatal error: cannot execute 'as': execvp: No such file or directory\n", b"undefined symbol: f\n"]
    long = [b"// fast(\x01,y,z\x01\n" + file + b"\0/my.cpp:4:1: error: static assertion failed: twoscale: vectors of "
            b"different sizes do not combine 2 == 3\n",
            file + b"\0/my.cpp:3:1: error: kIsVectorOf<Vector<\x01, 3>, 2> static twoscale: fast() must return\n"]
    return [file + b"\0" + text for text in said] + long


def specs():
    """A spec with every key, one of each other form, and the ways to go wrong that need many bytes to be found."""
    start = b'problem = "rotor"\nmethods = ["raw"]\n'
    forms = [b"horizons = [1, 20, 3e2]\n", b"budgets = { from = 1e3, to = 1e6, count = 7 }\n",
             b'horizons = "1e3:1e6"\n', b'horizons = "10:100:log3"\n',
             b"horizons = 5\n[family]\na = { from = 1, to = 2, count = 3 }\n",
             b'horizons = 5\n[family]\na = { law = "normal", mean = 0, deviation = 2, count = 3 }\n',
             b'horizons = 5\n[family]\na = { law = "log-uniform", from = 1, to = 2, count = 3 }\n',
             b'horizons = 5\n[sweep]\na = "0.1:0.9:5"\nb = ["x", 1, true]\nc = "0.5*anchor"\n']
    bombs = [b"a = " + b"[" * 400, b"a = " + b"{a=" * 300, b"[" + b"a." * 2000 + b"a]\n",
             b'"a"' + b" . 'b'" * 500 + b" = 1\n", b'x = { y = """a"""", ' + b"a." * 500 + b"a = 1 }\n",
             b"[[a]]\n" * 500, b"a" * 4000, b"\xff\xfe", b"\xef\xbb\xbfx = 1",
             b"11\xef\xbb\xba:9",  # a character that needs the patch in parse.cpp
             b"a = 1979-05-27T07:32:00Z\nb = inf\nc = 0xff\nd = 1_000\n", b'1:9:3', b"1,2,5", b"1e-300:1e300:log9"]
    return [b'''name = "barrier"
title = "T"
statement = """two
lines"""
problem = "a/rotor.cpp"
replicas = 64
seed = 1
horizons = [1024, 4096]
quantities = ["residual", "raw_bias"]
observations = 3
anchor = [0.0, 1]
fast_start = [1]
slow_start = [2.5]
force = false
[set]
gain = 4
data = "x.csv"
[family]
theta = { from = 0.005, to = 3.1, count = 12, spacing = "log" }
u = { law = "uniform", from = 0, to = 1, count = 3 }
[sweep]
slow_exponent = [0.6, 0.75]
[[methods]]
name = "single-loop"
label = "mine"
options = { slow_scale = 8, anytime = true, preconditioner = "exact" }
set = { theta = "anchor" }
[[methods]]
name = "raw"
[[rows]]
label = "r"
methods = ["mine", "raw"]
quantity = "raw_bias"
power = 2
against = "km_sum"
promise = -0.25
claim = "at least"
over = "mean"
bound = "barrier"
[[rows]]
promise = "none"
'''] + [start + form for form in forms] + bombs


def compiler_that_fuzzes(folder):
    """The first compiler that can link a fuzzer, or None."""
    probe = folder / "probe.cpp"
    probe.write_text('extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }\n')
    for name in COMPILERS:
        if shutil.which(name):
            command = [name, *FLAGS, str(probe), "-o", str(folder / "probe")]
            if subprocess.run(command, capture_output=True, check=False).returncode == 0:
                return name
    return None


def compile_sources(root, compiler, folder, names):
    """Every source once, whichever programs it goes into: {source: object}; throws with what the compiler said."""
    sources = {f"tests/fuzz/{name}_fuzz.cpp" for name in names} | set(SOURCES).union(*MORE_SOURCES.values())

    def compile_one(source):
        target = folder / (source.replace("/", "-") + ".o")
        command = [compiler, *FLAGS, f"-I{root / 'include'}", "-c", str(root / source), "-o", str(target)]
        built = subprocess.run(command, capture_output=True, text=True, check=False)
        if built.returncode != 0:
            sys.exit(f"{source} does not compile:\n{built.stderr}")
        return source, target

    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        return dict(pool.map(compile_one, sorted(sources)))


def fuzz(runs, compiler, objects, folder, name, corpus):
    """(whether all went well, a line about it)"""
    place = folder / name
    (place / "corpus").mkdir(parents=True)
    for i, seed in enumerate(corpus):
        (place / "corpus" / str(i)).write_bytes(seed)
    (place / "good.csv").write_bytes(seeds()["csv"][0])
    (place / "good.npy").write_bytes(seeds()["npy"][0])
    program = place / "program"
    sources = [f"tests/fuzz/{name}_fuzz.cpp", *SOURCES, *MORE_SOURCES.get(name, [])]
    command = [compiler, *FLAGS, *(str(objects[source]) for source in sources), "-o", str(program),
               *LIBRARIES.get(name, [])]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    if built.returncode != 0:
        return False, f"{name} does not link:\n{built.stderr}"
    command = [str(program), f"-runs={runs // SHARE.get(name, 1)}", *LIMITS, "corpus"]
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode == 0:
        return True, f"{name}: {runs // SHARE.get(name, 1)} runs, {len(list((place / 'corpus').iterdir()))} inputs that differ"
    inputs = "".join(f"\n  {file.name}: {file.read_bytes()!r}" for file in sorted(place.glob("*-*")))
    return False, f"{name}: exit code {done.returncode} on{inputs}\n{done.stderr[-6000:]}"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    root, runs = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2])
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        compiler = compiler_that_fuzzes(folder)
        if compiler is None:
            print("no clang++ with libFuzzer here: apt install clang libclang-rt-dev")
            sys.exit(SKIPPED)
        objects = compile_sources(root, compiler, folder, seeds())
        with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
            outcomes = list(pool.map(lambda item: fuzz(runs, compiler, objects, folder, *item), seeds().items()))
    for good, line in outcomes:
        print(("ok   " if good else "FAIL ") + line)
    sys.exit(0 if all(good for good, _ in outcomes) else 1)


if __name__ == "__main__":
    main()
