"""Who runs: every contender's name, command and size. A run of one takes a fraction of a second, so that a round over
all of them sees the same machine."""

import dataclasses

PYTHON = "/usr/bin/python3"  # Debian's, which sees Debian's packages


@dataclasses.dataclass
class Contender:
    name: str
    command: list
    iterations: int
    replicas: int
    threads: int = 1
    against: str = "engine n=2 single-loop"  # whose time its ratio is to
    checks: bool = False  # its answer is compared with the engine's
    repeats: int = 12

    def arguments(self, seed):
        words = [*self.command, "--iterations", str(self.iterations), "--replicas", str(self.replicas), "--repeats",
                 str(self.repeats), "--seed", str(seed)]
        return words + (["--threads", str(self.threads)] if self.threads > 1 else [])


# Iterations and replicas of the engine's rows, by size and method. A run takes a few milliseconds and is repeated: on
# a busy machine some of them are left alone, and the least is taken.
SIZES = {2: {"raw": (2048, 32), "single-loop": (2048, 32), "nested": (64, 64)},
         4: {"raw": (2048, 32), "single-loop": (512, 32), "nested": (64, 32)},
         16: {"raw": (512, 32), "single-loop": (128, 16), "nested": (32, 16)},
         64: {"raw": (128, 16), "single-loop": (64, 16), "nested": (16, 16)}}
LAWS = ("uniform", "rademacher", "truncated")
FIXED = ", a size known when compiling"
HAND_RINGS = (64, 256, 1024)
HAND_LOOPS = {"with F and G apart": "ring-in-parts", "in one pass": "ring"}
RINGS = {16: 4096, 64: 2048, 256: 1024, 1024: 256}  # iterations of raw on a ring of so many numbers; 32 replicas


def engine(build, size, method, law="normal", form="linear", threads=1, replicas=None, name=None):
    iterations, usual = SIZES[size][method]
    label = f"engine n={size} {method}"
    label += "".join(f" {word}" for word in (form, law) if word not in ("linear", "normal"))
    return Contender(name or label, [f"{build}/bench-engine", f"{size}/{law}/{form}/{method}"], iterations,
                     replicas or usual, threads, against=f"engine n={size} single-loop")


def engine_rows(build):
    rows = [engine(build, size, method) for size in SIZES for method in SIZES[size]]
    rows += [engine(build, size, "single-loop", form="curved") for size in (2, 4, 16)]
    rows += [engine(build, size, "single-loop", form="duals") for size in (16, 64)]
    rows += [engine(build, 2, "single-loop", law=law) for law in LAWS]
    for size in (2, 16):  # the same work for both, and enough of it that starting threads does not count
        for threads, name in ((1, "one thread"), (2, "two threads")):
            rows.append(engine(build, size, "single-loop", replicas=16 * SIZES[size]["single-loop"][1], threads=threads,
                               name=f"engine n={size} single-loop, {name}"))
            rows[-1].iterations *= 8
    alone = engine(build, 2, "single-loop", replicas=1, name="engine n=2 single-loop, one replica alone")
    alone.iterations = 16384
    return rows + [alone]


def ring_rows(build):
    """raw where F and G are all there is to it, of sizes that the compiler knows or not, beside loops by hand."""
    rows = []
    for size, iterations in RINGS.items():
        name = f"engine ring n={size} raw"
        rows += [Contender(name + label, [f"{build}/bench-engine", f"{size}/normal/{form}/raw"], iterations, 32, against=name)
                 for label, form in (("", "ring"), (FIXED, "ring-fixed"))]
        if size in HAND_RINGS:
            rows += [Contender(f"by hand ring n={size} raw, {loop}", [f"{build}/bench-hand", f"{kernel}/{size}"],
                               iterations, 32, against=name) for loop, kernel in HAND_LOOPS.items()]
    return rows


def hand_rows(build):
    program = f"{build}/bench-hand"
    rows = []
    for isa, suffix in (("", ""), (", AVX2", "/v3")):
        rows += [Contender(f"by hand n=2 single-loop{isa}", [program, "linear" + suffix], 2048, 32),
                 Contender(f"by hand n=2 single-loop curved{isa}", [program, "curved" + suffix], 2048, 32,
                           against="engine n=2 single-loop curved"),
                 Contender(f"by hand n=16 single-loop{isa}", [program, "16" + suffix], 128, 16,
                           against="engine n=16 single-loop"),
                 Contender(f"by hand, Philox alone{isa}", [program, "philox" + suffix], 2048, 32),
                 Contender(f"by hand, normals alone{isa}", [program, "noise" + suffix], 2048, 32)]
    return rows


def rival_rows(build, root):
    rivals = f"{root}/benchmarks/rivals"
    eigen = f"{build}/bench-eigen"
    rows = [Contender("Eigen, mt19937_64, std::normal_distribution", [eigen, "linear"], 256, 64, checks=True)]
    for label, file in (("NumPy", "numpy_batched.py"), ("PyTorch", "torch_cpu.py")):
        for replicas, iterations in ((1024, 64), (4096, 32), (16384, 32)):
            rows.append(Contender(f"{label}, {replicas:,} replicas", [PYTHON, f"{rivals}/{file}"], iterations, replicas,
                                  checks=replicas == 1024, repeats=8))
    rows.append(Contender("numba", [PYTHON, f"{rivals}/numba_loop.py"], 64, 256, checks=True))
    for size, count in ((16, 10000), (64, 256)):
        rows.append(Contender(f"Eigen, a {size} by {size} product alone", [eigen, f"product/{size}"], count, 1,
                              against=f"engine n={size} single-loop"))
    return rows


def everyone(build, root):
    return engine_rows(build) + ring_rows(build) + hand_rows(build) + rival_rows(build, root)
