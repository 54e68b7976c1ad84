"""Writes how many samples can have a place at most, as scipy's maximum flow tells it.

    /usr/bin/python3 main/tooling/oracles/places.py > main/backend/engine/balance/places.oracle.json
"""

import json
import random

import numpy as np
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import maximum_flow


def most_placed(samples, quotas):
    """Source 0, samples, cells, sink last."""
    size = 2 + len(samples) + len(quotas)
    capacity = np.zeros((size, size), dtype=np.int32)
    first_cell = 1 + len(samples)
    for at, cells in enumerate(samples):
        capacity[0, 1 + at] = 1
        for cell in cells:
            capacity[1 + at, first_cell + cell] = 1
    for cell, quota in enumerate(quotas):
        capacity[first_cell + cell, size - 1] = quota
    return int(maximum_flow(csr_matrix(capacity), 0, size - 1).flow_value)


def main():
    rng = random.Random(20261201)
    cases = []
    for _ in range(12):
        cells = rng.randint(3, 12)
        quotas = [rng.randint(0, 9) for _ in range(cells)]
        samples = [sorted(rng.sample(range(cells), rng.randint(0, 3))) for _ in range(rng.randint(10, 60))]
        cases.append({"quotas": quotas, "samples": samples, "placed": most_placed(samples, quotas)})
    print(json.dumps(cases, separators=(",", ":")))


main()
