def grade(sample, item):
    """Full score for the right payout, falling to zero at 25 % off."""
    answer = sample.get("output_json") or {}
    paid = float(answer["payout_eur"])
    gold = float(item["payout_eur"])
    if gold == 0:
        return 1.0 if paid == 0 else 0.0
    off = abs(paid - gold) / gold
    return max(0.0, 1 - off / 0.25)
