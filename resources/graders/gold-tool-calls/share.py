import json

# What an adjuster does on every claim, in any order.
GOLD = ["get_claim", "list_documents", "search_policy", "read_document", "calc_payout"]


def grade(sample, item):
    """Share of the gold tool calls that were made, each with arguments that are valid JSON."""
    made = set()
    for call in sample.get("output_tools") or []:
        try:
            json.loads(call["function"]["arguments"])
        except ValueError:
            continue
        made.add(call["function"]["name"])
    return sum(name in made for name in GOLD) / len(GOLD)
