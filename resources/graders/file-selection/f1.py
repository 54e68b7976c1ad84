import json


def grade(sample, item):
    """F1 of the files chosen against the files truly changed."""
    try:
        chosen = set(json.loads(sample["output_text"])["files"])
    except (ValueError, KeyError, TypeError):
        return 0.0
    gold = set(item["files"])
    hits = len(chosen & gold)
    if hits == 0:
        return 0.0
    precision = hits / len(chosen)
    recall = hits / len(gold)
    return 2 * precision * recall / (precision + recall)
