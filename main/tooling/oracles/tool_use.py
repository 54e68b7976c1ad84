"""Writes main/backend/engine/tool-use-vectors.json: spreads of value lists by numpy. See README.md."""

import json
from pathlib import Path

import numpy

OUTPUT = Path(__file__).parents[2] / "backend/engine/tool-use-vectors.json"


def lists():
    random = numpy.random.RandomState(20260101)
    yield "one value", [7]
    yield "two values", [1, 2]
    yield "all equal", [3] * 40
    yield "calls with a tail", [*random.poisson(4, 300), *random.randint(15, 60, 9)]
    yield "latencies", random.lognormal(7, 1.4, 501).round(3)
    yield "tokens", random.randint(10, 200_000, 1_000)
    yield "mostly zero", [0] * 97 + [1, 1, 5]
    yield "negative and fractional", random.normal(0, 1, 64)


def main():
    rows = []
    for name, drawn in lists():
        values = numpy.asarray(drawn, dtype=numpy.float64)
        p50, p95, p99 = numpy.percentile(values, [50, 95, 99], method="linear")
        rows.append(
            {
                "name": name,
                "values": values.tolist(),
                "expected": {
                    "count": len(values),
                    "mean": values.mean(),
                    "p50": p50,
                    "p95": p95,
                    "p99": p99,
                    "max": values.max(),
                },
            }
        )
    OUTPUT.write_text(json.dumps(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
