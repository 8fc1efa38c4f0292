"""Rival: PyTorch on the CPU, one thread, all replicas at once in double precision, noise into a buffer."""

import torch

from contender import (COS, DERIVATIVE_NOISE, GAIN, MATRIX_RADIUS, RADIUS, RHO, SIGMA, SIN, arguments, report, steps)


def project(v, radius):
    square = (v * v).sum(dim=0)
    if square.max() > radius * radius:
        v *= torch.clamp(radius / torch.sqrt(torch.clamp(square, min=1e-300)), max=1.0)


@torch.inference_mode()
def simulate(args):
    torch.manual_seed(args.seed)
    fast_step, slow_step, anchor_weight = steps(args.iterations)
    anchor = torch.tensor([[RADIUS], [0.0]], dtype=torch.float64)
    x, y = anchor.repeat(1, args.replicas), anchor.repeat(1, args.replicas)
    P = torch.zeros((4, args.replicas), dtype=torch.float64)
    noise = torch.empty((14, args.replicas), dtype=torch.float64)
    turn = torch.tensor([[COS, -SIN], [SIN, COS]], dtype=torch.float64)
    for _ in range(args.iterations):
        noise.normal_()
        xi, zeta_g, zeta_f = (SIGMA * noise[:6]).split(2)
        dF, C = (DERIVATIVE_NOISE * noise[6:]).split(4)
        e = x - y
        mean_fast = y + (1 - RHO) * e
        r = mean_fast + zeta_f - x
        h = turn @ y + zeta_g
        h[0] += P[0] * r[0] + P[1] * r[1] - GAIN * e[1]
        h[1] += P[2] * r[0] + P[3] * r[1] + GAIN * e[0]
        dF[0] += 1 - RHO
        dF[3] += 1 - RHO
        C[1] -= GAIN
        C[2] += GAIN
        left, right = P[0::2], P[1::2]
        drift = C - P
        drift[0::2] += left * dF[0] + right * dF[2]
        drift[1::2] += left * dF[1] + right * dF[3]
        P.add_(drift, alpha=fast_step)
        project(P, MATRIX_RADIUS)
        x.add_(mean_fast + xi - x, alpha=fast_step)
        project(x, 2 * RADIUS)
        y.add_(h - y + anchor_weight * (anchor - y), alpha=slow_step)
        project(y, RADIUS)
    return ((turn @ y - y) ** 2).sum(dim=0).tolist()


def main():
    torch.set_num_threads(1)
    args = arguments()
    report(args, lambda: simulate(args))


if __name__ == "__main__":
    main()
