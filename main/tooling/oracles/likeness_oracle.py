"""Writes main/backend/engine/likeness/likeness.oracle.json. See README.md for how to run it and what it needs."""

import json
import warnings
from pathlib import Path

import numpy as np
from scipy.optimize import minimize
from scipy.spatial.distance import jensenshannon
from scipy.stats import binom, mannwhitneyu
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

OUTPUT = Path(__file__).parents[2] / "backend/engine/likeness/likeness.oracle.json"
EPSILON = 0.0001
# A tolerance of 1e-14 is never met; the best that can be had is what is asked for.
warnings.simplefilter("ignore")

RANDOM = np.random.default_rng(20_260)


def distances() -> list[dict[str, object]]:
    pairs = [([1, 1], [1, 1]), ([1, 0], [0, 1]), ([3, 0, 5], [0, 2, 5]), ([298, 161, 194, 130], [312, 184, 110, 147])]
    for size in (2, 3, 7, 20, 50):
        for scale in (5, 300, 40_000):
            a = RANDOM.poisson(RANDOM.gamma(0.7, scale, size))
            b = RANDOM.poisson(RANDOM.gamma(0.7, scale, size))
            if a.sum() > 0 and b.sum() > 0:
                pairs.append((a.tolist(), b.tolist()))
    return [{"a": a, "b": b, "distance": float(jensenshannon(a, b, base=2))} for a, b in pairs]


def stability(expected: np.ndarray, actual: np.ndarray) -> dict[str, object]:
    edges = np.unique(np.quantile(expected, np.arange(1, 10) / 10))
    shares = []
    for numbers in (expected, actual):
        counts = np.bincount(np.searchsorted(edges, numbers, side="left"), minlength=len(edges) + 1)
        shares.append(np.maximum(counts / len(numbers), EPSILON))
    e, a = shares
    return {
        "expected": expected.tolist(),
        "actual": actual.tolist(),
        "edges": edges.tolist(),
        "p50": float(np.quantile(expected, 0.5)),
        "p95": float(np.quantile(expected, 0.95)),
        "index": float(np.sum((a - e) * np.log(a / e))),
    }


def stabilities() -> list[dict[str, object]]:
    return [
        stability(RANDOM.poisson(4, 200), RANDOM.poisson(6, 90)),
        stability(RANDOM.poisson(0.4, 120), RANDOM.poisson(0.9, 33)),
        stability(np.round(RANDOM.lognormal(6, 1, 150), 3), np.round(RANDOM.lognormal(6.4, 0.7, 150), 3)),
        stability(np.array([5, 5, 5, 5]), np.array([5, 6])),
        stability(np.array([1, 2]), np.array([100, 200, 300])),
    ]


def de_long(positives: np.ndarray, negatives: np.ndarray) -> float:
    wins = np.sign(positives[:, None] - negatives[None, :]) / 2 + 0.5
    return float(wins.mean(axis=1).var(ddof=1) / len(positives) + wins.mean(axis=0).var(ddof=1) / len(negatives))


def areas() -> list[dict[str, object]]:
    found = []
    for m, n, shift, digits in ((2, 3, 0, 1), (30, 50, 0.5, 9), (40, 25, 1, 1), (60, 60, 0, 0), (200, 10, 3, 2)):
        positives = np.round(RANDOM.normal(shift, 1, m), digits)
        negatives = np.round(RANDOM.normal(0, 1, n), digits)
        labels = [1] * m + [0] * n
        scores = np.concatenate([positives, negatives])
        area = roc_auc_score(labels, scores)
        assert abs(area - mannwhitneyu(positives, negatives).statistic / (m * n)) < 1e-12
        found.append(
            {"labels": labels, "scores": scores.tolist(), "auc": float(area), "variance": de_long(positives, negatives)}
        )
    return found


def fitted(n: int, size: int, c: float) -> dict[str, object]:
    vectors = np.round(RANDOM.normal(0, 1, (n, size)), 4)
    labels = (vectors @ RANDOM.normal(0, 1, size) + RANDOM.normal(0, 2, n) > 0.4).astype(int)
    signs = 2 * labels - 1

    def loss(point: np.ndarray) -> float:
        return point[:-1] @ point[:-1] / 2 + c * np.logaddexp(0, -signs * (vectors @ point[:-1] + point[-1])).sum()

    model = LogisticRegression(C=c, solver="newton-cg", tol=1e-14, max_iter=10_000).fit(vectors, labels)
    point = np.append(model.coef_[0], model.intercept_[0])
    # A second solver from the first one's answer: what is left of the distance to the minimum goes.
    better = minimize(loss, point, method="BFGS", options={"gtol": 1e-12}).x
    point = min((point, better), key=loss)
    return {
        "vectors": vectors.tolist(),
        "labels": labels.tolist(),
        "c": c,
        "loss": float(loss(point)),
        "weights": point[:-1].tolist(),
        "intercept": float(point[-1]),
    }


def main() -> None:
    data = {
        "distances": distances(),
        "stabilities": stabilities(),
        "areas": areas(),
        "models": [fitted(40, 3, 1.0), fitted(60, 8, 0.1), fitted(30, 12, 10.0)],
        "binomials": [
            {"n": n, "p": p, "shares": binom.pmf(range(n + 1), n, p).tolist()} for n, p in ((12, 0.3), (60, 0.5), (90, 0.8))
        ],
    }
    OUTPUT.write_text(json.dumps(data, indent=2) + "\n")


main()
