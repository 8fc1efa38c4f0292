"""What this machine and its compilers are, for the tests that compare bits across them."""

import pathlib
import subprocess

# x86-64-v2 has no fused multiply-add: the library then asks for an exact one, number by number.
NEEDS = {"x86-64-v4": {"avx512f", "avx512vl", "avx512dq", "avx512bw", "avx512cd"},
         "x86-64-v3": {"avx2", "fma", "bmi2"}, "x86-64-v2": {"sse4_2"}}


def instruction_sets():
    """Those this machine can run."""
    try:
        text = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return []
    flags = next((set(line.split()) for line in text.splitlines() if line.startswith("flags")), set())
    return [name for name, needed in NEEDS.items() if needed <= flags]


def kind_of(compiler):
    macros = subprocess.run([compiler, "-dM", "-E", "-x", "c++", "/dev/null"], capture_output=True, text=True, check=True)
    return "clang" if "__clang__" in macros.stdout else "gcc"
