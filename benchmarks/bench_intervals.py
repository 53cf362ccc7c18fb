#!/usr/bin/env python3
"""How often the 95 % intervals hold the true mean, how wide they are, and how long they take.

python benchmarks/bench_intervals.py [--runs 10000] [--out benchmarks/intervals.md]

Shares of yes-or-no scores are exact (summed over the binomial distribution); everything else is simulated with a
fixed seed. Student's t interval stands beside, as what is usually quoted.
"""

import argparse
import time
from math import comb
from pathlib import Path

import numpy as np

from ragas.stats.intervals import mean_interval, wilson
from ragas.stats.paired import difference_by_size, paired
from ragas.stats.distributions import student_quantile

SIZES = (30, 100, 500)
SHARES = (0.5, 0.7, 0.8, 0.9, 0.95)


def tail(share, low=0.0, high=1.0):
    """Scores of 1.0, a share of them uniform between low and high."""
    return (
        lambda r, n: np.where(r.random(n) < share, r.uniform(low, high, n), 1.0),
        1 - share + share * (low + high) / 2,
    )


def two(share, other):
    """Scores of 1.0, and a share of them of one other value."""
    return lambda r, n: np.where(r.random(n) < share, other, 1.0), 1 - share + share * other


def rating(*shares):
    values = np.arange(1.0, 6.0)
    return lambda r, n: r.choice(values, n, p=shares), float(np.dot(values, shares))


def changed(share, low, high):
    return lambda r, n: np.where(r.random(n) < share, r.uniform(low, high, n), 0.0), share * (low + high) / 2


def flips(up, down):
    def draw(r, n):
        u = r.random(n)
        return np.where(u < up, 1.0, np.where(u < up + down, -1.0, 0.0))

    return draw, up - down


def beta(a, b):
    return lambda r, n: r.beta(a, b, n), a / (a + b)


BOUNDED = {
    "beta(8, 1), high and skewed": beta(8, 1),
    "beta(20, 1), very high": beta(20, 1),
    "beta(1, 9), low and skewed": beta(1, 9),
    "beta(0.5, 0.5), at both ends": beta(0.5, 0.5),
    "beta(1, 0.2), heaped at 1": beta(1, 0.2),
    "beta(2, 2), in the middle": beta(2, 2),
    "beta(200, 200), hardly any spread": beta(200, 200),
    "70 % are 1.0, a tail to 0": tail(0.3),
    "80 % are 1.0, a tail to 0": tail(0.2),
    "80 % are 1.0, a tail to 0.5": tail(0.2, 0.5, 1.0),
    "90 % are 1.0, a tail to 0": tail(0.1),
    "90 % are 1.0, a tail below 0.5": tail(0.1, 0.0, 0.5),
    "95 % are 1.0, a tail to 0": tail(0.05),
    "93 % are 1, else 0.9 (hard)": two(0.07, 0.9),
}
RATINGS = {
    "ratings, most 4 and 5": rating(0.02, 0.03, 0.1, 0.35, 0.5),
    "ratings, around 3": rating(0.1, 0.2, 0.4, 0.2, 0.1),
    "ratings, 1 or 5": rating(0.3, 0.05, 0.05, 0.1, 0.5),
    "ratings, 85 % are 5": rating(0.02, 0.02, 0.03, 0.08, 0.85),
}
DIFFERENCES = {
    "difference of beta(8, 1) and beta(8, 2)": (lambda r, n: r.beta(8, 1, n) - r.beta(8, 2, n), 8 / 9 - 0.8),
    "30 % of rows fall, up to 1": changed(0.3, -1, 0),
    "20 % of rows fall, up to 1": changed(0.2, -1, 0),
    "20 % of rows move either way": changed(0.2, -1, 1),
    "pass or fail: 20 % up, 5 % down": flips(0.2, 0.05),
    "pass or fail: 10 % up, 10 % down": flips(0.1, 0.1),
    "10 % of rows fall, up to 1": changed(0.1, -1, 0),
    "10 % of rows move either way (hard)": changed(0.1, -1, 1),
    "pass or fail: 2 % fall (hard)": flips(0, 0.02),
    "pass or fail: 5 % fall (hard)": flips(0, 0.05),
    "pass or fail: 10 % fall (hard)": flips(0, 0.1),
}
UNBOUNDED = {
    "normal": (lambda r, n: r.normal(3, 2, n), 3.0),
    "exponential": (lambda r, n: r.exponential(1, n), 1.0),
    "lognormal(0, 1) (hard)": (lambda r, n: r.lognormal(0, 1, n), float(np.exp(0.5))),
}


def coverage(draw, truth, find, n, runs, seed):
    """Coverage and mean width, of ours and of Student's."""
    random = np.random.default_rng(seed)
    q = student_quantile(0.975, n - 1)
    held = plain = 0
    width = width_t = 0.0
    for _ in range(runs):
        values = draw(random, n)
        found = find(values.tolist())
        held += found.low - 1e-12 <= truth <= found.high + 1e-12
        width += found.high - found.low
        half = q * values.std(ddof=1) / n**0.5
        plain += abs(values.mean() - truth) <= half + 1e-12
        width_t += 2 * half
    return held / runs, width / runs, plain / runs, width_t / runs


def exact(share, n):
    """Coverage of Wilson's interval: the chance of the counts whose interval holds the share."""
    total = 0.0
    for count in range(n + 1):
        found = wilson(count, n)
        if found.low <= share <= found.high:
            total += comb(n, count) * share**count * (1 - share) ** (n - count)
    return total


def clustered(n, size, runs, seed):
    """Coverage with rows in clusters of `size`, half of the variance between clusters."""
    random = np.random.default_rng(seed)
    held = plain = 0
    truth = None
    labels = np.repeat(np.arange(n // size), size).tolist()
    big = 1 / (
        1
        + np.exp(
            -(1 + np.random.default_rng(0).normal(0, 1, 10**6) + np.random.default_rng(1).normal(0, 1, 10**6))
        )
    )
    truth = float(big.mean())
    for _ in range(runs):
        z = 1 + np.repeat(random.normal(0, 1, n // size), size) + random.normal(0, 1, n // size * size)
        values = (1 / (1 + np.exp(-z))).tolist()
        found = mean_interval(values, bounds=(0, 1), clusters=labels)
        held += found.low <= truth <= found.high
        found = mean_interval(values, bounds=(0, 1))
        plain += found.low <= truth <= found.high
    return held / runs, plain / runs


def table(title, group, find, runs, lines, worst):
    lines += [
        "",
        f"### {title}",
        "",
        "| | " + " | ".join(f"n = {n}" for n in SIZES) + " | Student's t, n = 30 | width at n = 30, of t's |",
        "|---|" + "---|" * (len(SIZES) + 2),
    ]
    for place, (name, (draw, truth)) in enumerate(group.items()):
        cells = []
        for n in SIZES:
            ours, width, plain, width_t = coverage(
                draw, truth, find, n, runs if n < 500 else max(runs // 2, 1), 1000 * n + place
            )
            cells.append(f"{100 * ours:.1f}")
            worst.append((ours, f"{name}, n = {n}"))
            if n == 30:
                beside = f"{100 * plain:.1f} | {width / width_t:.2f}"
        lines.append(f"| {name} | {' | '.join(cells)} | {beside} |")
        print(lines[-1], flush=True)


def seconds(call, reps=5):
    best = float("inf")
    for _ in range(reps):
        start = time.process_time()
        call()
        best = min(best, time.process_time() - start)
    return best


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=10_000)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("intervals.md"))
    a = parser.parse_args()
    lines, worst = [], []
    table("Scores from 0 to 1", BOUNDED, lambda v: mean_interval(v, bounds=(0, 1)), a.runs, lines, worst)
    table("Ratings from 1 to 5", RATINGS, lambda v: mean_interval(v, bounds=(1, 5)), a.runs, lines, worst)
    differ = []
    table(
        "Differences of paired scores",
        DIFFERENCES,
        lambda v: difference_by_size([0.0] * len(v), v, bounds=(0, 1))(1.0),
        a.runs,
        lines,
        differ,
    )
    free = []
    table("Scores without bounds", UNBOUNDED, lambda v: mean_interval(v), a.runs, lines, free)
    lines += [
        "",
        "### Yes or no (Wilson, exact)",
        "",
        "| true share | " + " | ".join(f"n = {n}" for n in SIZES) + " |",
        "|---|" + "---|" * len(SIZES),
    ]
    for share in SHARES:
        lines.append(f"| {share:g} | " + " | ".join(f"{100 * exact(share, n):.1f}" for n in SIZES) + " |")
    grid = np.arange(0.05, 0.9501, 0.005)
    lines.append(
        "| mean over shares from 0.05 to 0.95 | "
        + " | ".join(f"{100 * np.mean([exact(float(s), n) for s in grid]):.1f}" for n in SIZES)
        + " |"
    )
    lines += [
        "",
        "### Clusters of 5 rows, half of the variance between clusters",
        "",
        "| | " + " | ".join(f"n = {n}" for n in SIZES) + " |",
        "|---|" + "---|" * len(SIZES),
    ]
    pairs = [clustered(n, 5, max(a.runs // 4, 1), n) for n in SIZES]
    lines.append("| clusters named | " + " | ".join(f"{100 * one[0]:.1f}" for one in pairs) + " |")
    lines.append("| clusters not named | " + " | ".join(f"{100 * one[1]:.1f}" for one in pairs) + " |")
    random = np.random.default_rng(7)
    lines += [
        "",
        "### Processor time",
        "",
        "| values | interval | paired comparison with p |",
        "|---|---|---|",
    ]
    for n in (1_000, 10_000, 100_000):
        x, y = random.beta(8, 1, n).tolist(), random.beta(8, 1, n).tolist()
        one = seconds(lambda: mean_interval(x, bounds=(0, 1)))
        two = seconds(lambda: paired(x, y, bounds=(0, 1)), 2)
        lines.append(f"| {n:,} | {1000 * one:.1f} ms | {1000 * two:.0f} ms |")
    low, high = min(worst), max(worst)
    head = [
        "# Intervals",
        "",
        f"How often a 95 % interval holds the true mean, in percent, of {a.runs:,} simulated runs ({a.runs // 2:,} for n = 500).",
        f"The standard error of such a figure is {100 * (0.95 * 0.05 / a.runs) ** 0.5:.1f}.",
        f"Of the scores with bounds simulated here the lowest is {100 * low[0]:.1f} ({low[1]}), the highest {100 * high[0]:.1f} ({high[1]}).",
        "",
        "Made by `benchmarks/bench_intervals.py`; why these intervals: [decision 0009](../docs/decisions/0009-intervals.md).",
        "",
        "Rows marked *hard* are outside 93 to 97: where a few values decide everything, no interval that does not know the",
        "distribution holds there as often as it says. That no row differs leaves room for one as rare as what was never seen.",
    ]
    a.out.write_text("\n".join([*head, *lines]) + "\n", encoding="utf-8")
    print("\n".join([*head, *lines]))


if __name__ == "__main__":
    main()
