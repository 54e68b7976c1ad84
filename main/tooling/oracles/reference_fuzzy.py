"""The rapidfuzz 3.10.1 similarities written down plainly from their documented definitions: every window is tried and
every common subsequence is computed on its own, so that nothing is shared with the app's faster methods.
All results are 0 to 100."""

import re


def default_process(text: str) -> str:
    return re.sub(r"\W", " ", text).strip().lower()


def default_process_compiled(text: str) -> str:
    """The compiled library works character by character: no underscore, no final sigma, and one character for İ."""
    characters = [character.lower()[0] if character.isalnum() else " " for character in text]
    return "".join(characters).strip(" ")


def common_length_by_table(left: str, right: str) -> int:
    row = [0] * (len(right) + 1)
    for character in left:
        diagonal = 0
        for column, other in enumerate(right, start=1):
            above = row[column]
            row[column] = diagonal + 1 if character == other else max(above, row[column - 1])
            diagonal = above
    return row[-1]


def common_length(left: str, right: str) -> int:
    """As by the table, which the oracle compares it with, but quick enough for many windows: one integer is a row."""
    places: dict[str, int] = {}
    for index, character in enumerate(left):
        places[character] = places.get(character, 0) | 1 << index
    full = (1 << len(left)) - 1
    row = full
    for character in right:
        hits = row & places.get(character, 0)
        row = (row + hits | row - hits) & full
    return len(left) - row.bit_count()


def ratio(left: str, right: str) -> float:
    total = len(left) + len(right)
    return 100.0 if total == 0 else 100 * 2 * common_length(left, right) / total


def q_ratio(left: str, right: str) -> float:
    return ratio(left, right) if left and right else 0.0


def best_window(needle: str, text: str) -> float:
    size = len(needle)
    windows = {text[start : start + size] for start in range(len(text) - size + 1)}
    windows |= {text[:end] for end in range(1, size)} | {text[-length:] for length in range(1, size)}
    return max((ratio(needle, window) for window in windows), default=0.0)


def partial_ratio(left: str, right: str) -> float:
    if not left and not right:
        return 100.0
    if not left or not right:
        return 0.0
    if len(left) == len(right):
        return max(best_window(left, right), best_window(right, left))
    shorter, longer = sorted((left, right), key=len)
    return best_window(shorter, longer)


def token_sort_ratio(left: str, right: str) -> float:
    return ratio(" ".join(sorted(left.split())), " ".join(sorted(right.split())))


def token_set_ratio(left: str, right: str) -> float:
    left_set, right_set = set(left.split()), set(right.split())
    if not left_set or not right_set:
        return 0.0
    shared = " ".join(sorted(left_set & right_set))
    only_left = " ".join(sorted(left_set - right_set))
    only_right = " ".join(sorted(right_set - left_set))
    if shared and (not only_left or not only_right):
        return 100.0
    # The three texts of the definition: the shared words alone, and followed by what one side has besides. The shared
    # part of the two long ones is taken as matched; only the rest is compared.
    with_left = f"{shared} {only_left}".strip()
    with_right = f"{shared} {only_right}".strip()
    total = len(with_left) + len(with_right)
    distance = len(only_left) + len(only_right) - 2 * common_length(only_left, only_right)
    scores = [100 - 100 * distance / total]
    if shared:
        scores += [ratio(shared, with_left), ratio(shared, with_right)]
    return max(scores)


def token_ratio(left: str, right: str) -> float:
    return max(token_sort_ratio(left, right), token_set_ratio(left, right))


def partial_token_ratio(left: str, right: str) -> float:
    left_set, right_set = set(left.split()), set(right.split())
    if left_set & right_set:
        return 100.0
    by_order = partial_ratio(" ".join(sorted(left.split())), " ".join(sorted(right.split())))
    return max(by_order, partial_ratio(" ".join(sorted(left_set)), " ".join(sorted(right_set))))


def w_ratio(left: str, right: str) -> float:
    if not left or not right:
        return 0.0
    length_ratio = max(len(left), len(right)) / min(len(left), len(right))
    if length_ratio < 1.5:
        return max(ratio(left, right), 0.95 * token_ratio(left, right))
    scale = 0.9 if length_ratio < 8 else 0.6  # releases after 3.10.1 take 0.9 at 8 as well
    partial = max(partial_ratio(left, right), 0.95 * partial_token_ratio(left, right))
    return max(ratio(left, right), scale * partial)
