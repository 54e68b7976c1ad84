"""The 13a tokens and the sentence BLEU of sacrebleu 2, written down plainly from their definitions."""

import math
import re
from collections import Counter

# In the order of mteval-v13a: punctuation, full stop or comma after and before a non-digit, dash after a digit.
SPACED = [
    (re.compile(r"""([{|}~\[\\\]^_`\x20!"#$%&()*+:;<=>?@/])"""), r" \1 "),
    (re.compile(r"([^0-9])([.,])"), r"\1 \2 "),
    (re.compile(r"([.,])([^0-9])"), r" \1 \2"),
    (re.compile(r"([0-9])(-)"), r"\1 \2 "),
]


def tokens_13a(text: str) -> list[str]:
    line = text.rstrip().replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    for entity, character in (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")):
        line = line.replace(entity, character)
    line = f" {line} "
    for pattern, replacement in SPACED:
        line = pattern.sub(replacement, line)
    return line.split()


def sentence_bleu(candidate: str, reference: str) -> float:
    """0 to 100, with the effective order and exponential smoothing that the library's function uses by itself."""
    mine, theirs = tokens_13a(candidate), tokens_13a(reference)
    logs, smoothing, any_match = [], 1.0, False
    for order in range(1, 5):
        my_grams = Counter(tuple(mine[at : at + order]) for at in range(len(mine) - order + 1))
        their_grams = Counter(tuple(theirs[at : at + order]) for at in range(len(theirs) - order + 1))
        total = sum(my_grams.values())
        if total == 0:
            break
        matches = sum((my_grams & their_grams).values())
        any_match = any_match or matches > 0
        if matches == 0:
            smoothing *= 2
            logs.append(math.log(100 / (smoothing * total)))
        else:
            logs.append(math.log(100 * matches / total))
    if not any_match:
        return 0.0
    brevity = math.exp(1 - len(theirs) / len(mine)) if len(mine) < len(theirs) else 1.0
    return brevity * math.exp(sum(logs) / len(logs))
