import math

BUDGET = 8
SOFTNESS = 2.0


def grade(sample, item):
    """Near 1 within the budget of tool calls, then down smoothly: no cliff to fall off."""
    calls = len(sample.get("output_tools") or [])
    return 1 / (1 + math.exp((calls - BUDGET - 2) / SOFTNESS))
