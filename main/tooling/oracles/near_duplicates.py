"""Near-duplicate texts the straightforward way: what `npm run bench` measures Assay's own search beside.

    /usr/bin/python3 near_duplicates.py TEXTS FLOOR

TEXTS has one JSON string a line, ASCII. Shingles are runs of five words, as in main/backend/engine/similar/shingles.ts;
MinHash with 128 permutations by numpy; LSH bands by a dictionary each; every candidate verified by its exact Jaccard
similarity. Prints one JSON object: seconds from texts in memory to pairs, pairs, peak memory in MB. Ends with 3 where
numpy is missing.
"""

import json
import re
import resource
import sys
import time
import zlib

try:
    import numpy
except ImportError:
    print("numpy is not installed for this interpreter", file=sys.stderr)
    sys.exit(3)

WORDS = 5
PERMUTATIONS = 128
PRIME = 4_294_967_311  # the first above 2**32
WANTED_RECALL = 0.995
TOKEN = re.compile(r"[0-9a-z]+|[$+<=>^`|~*/%]|(?<![0-9a-z])-(?=[0-9])")


def shingles(text):
    words = TOKEN.findall(text.lower())
    if len(words) < WORDS:
        return {text}
    return {" ".join(words[at : at + WORDS]) for at in range(len(words) - WORDS + 1)}


def banding(floor):
    for rows in range(16, 1, -1):
        bands = PERMUTATIONS // rows
        if 1 - (1 - floor**rows) ** bands >= WANTED_RECALL:
            return bands, rows
    return PERMUTATIONS, 1


def near_pairs(texts, floor):
    random = numpy.random.RandomState(1)
    # Products of 31 and 32 bits fit 64 bits.
    factors = random.randint(1, 2**31, PERMUTATIONS, dtype=numpy.uint64)
    shifts = random.randint(0, 2**31, PERMUTATIONS, dtype=numpy.uint64)
    bands, rows = banding(floor)
    buckets = [{} for _ in range(bands)]
    sets = []
    for at, text in enumerate(texts):
        members = shingles(text)
        sets.append(members)
        hashes = numpy.fromiter((zlib.crc32(m.encode()) for m in members), numpy.uint64, len(members))
        signature = ((hashes[:, None] * factors + shifts) % PRIME).min(axis=0)
        for band in range(bands):
            key = signature[band * rows : (band + 1) * rows].tobytes()
            buckets[band].setdefault(key, []).append(at)
    candidates = set()
    for band in buckets:
        for bucket in band.values():
            for i, a in enumerate(bucket):
                for b in bucket[i + 1 :]:
                    candidates.add((a, b))
    found = []
    for a, b in candidates:
        shared = len(sets[a] & sets[b])
        similarity = shared / (len(sets[a]) + len(sets[b]) - shared)
        if similarity >= floor:
            found.append((a, b, similarity))
    return sorted(found)


def main():
    path, floor = sys.argv[1], float(sys.argv[2])
    with open(path, encoding="utf-8") as lines:
        texts = [json.loads(line) for line in lines]
    started = time.perf_counter()
    pairs = near_pairs(texts, floor)
    seconds = time.perf_counter() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"seconds": seconds, "pairs": len(pairs), "peakMb": peak}))


if __name__ == "__main__":
    main()
