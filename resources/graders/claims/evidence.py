def grade(sample, item):
    """F1 of the documents and clauses cited."""
    answer = sample.get("output_json") or {}
    cited = set(answer.get("evidence") or [])
    gold = set(item["evidence"])
    hits = len(cited & gold)
    return 2 * hits / (len(cited) + len(gold)) if cited or gold else 0.0
