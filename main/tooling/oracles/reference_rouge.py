"""google's rouge-score 0.1.2 and pltrdy/rouge 1.0.1, written down plainly from their definitions."""

import re
from collections import Counter


def grams(words: list[str], order: int) -> list[tuple[str, ...]]:
    return list(zip(*(words[offset:] for offset in range(order))))


def common_table(rows: list[str], columns: list[str]) -> list[list[int]]:
    table = [[0] * (len(columns) + 1) for _ in range(len(rows) + 1)]
    for row, word in enumerate(rows, start=1):
        for column, other in enumerate(columns, start=1):
            if word == other:
                table[row][column] = table[row - 1][column - 1] + 1
            else:
                table[row][column] = max(table[row - 1][column], table[row][column - 1])
    return table


def f_measure(precision: float, recall: float, epsilon: float) -> float:
    total = precision + recall + epsilon
    return 2 * precision * recall / total if total else 0.0


def google_words(text: str) -> list[str]:
    return re.sub(r"[^a-z0-9]+", " ", text.lower()).split()


def google_n(candidate: str, reference: str, order: int) -> float:
    mine, theirs = (Counter(grams(google_words(text), order)) for text in (candidate, reference))
    shared = sum((mine & theirs).values())
    return f_measure(shared / max(1, sum(mine.values())), shared / max(1, sum(theirs.values())), 0)


def google_l(candidate: str, reference: str) -> float:
    mine, theirs = google_words(candidate), google_words(reference)
    if not mine or not theirs:
        return 0.0
    shared = common_table(theirs, mine)[-1][-1]
    return f_measure(shared / len(mine), shared / len(theirs), 0)


def pltrdy_sentences(text: str) -> list[list[str]]:
    """The library joins the words of a piece by blanks and splits it at blanks again: no words give one empty word."""
    return [" ".join(piece.split()).split(" ") for piece in text.split(".") if piece]


def pltrdy_n(candidate: str, reference: str, order: int) -> float | None:
    mine, theirs = pltrdy_sentences(candidate), pltrdy_sentences(reference)
    if not mine or not theirs:
        return None
    my_grams = set(grams(sum(mine, []), order))
    their_grams = set(grams(sum(theirs, []), order))
    shared = len(my_grams & their_grams)
    precision = shared / len(my_grams) if my_grams else 0.0
    recall = shared / len(their_grams) if their_grams else 0.0
    return f_measure(precision, recall, 1e-8)


def walk_back(rows: list[str], columns: list[str]) -> set[str]:
    table = common_table(rows, columns)
    row, column, words = len(rows), len(columns), set()
    while row and column:
        if rows[row - 1] == columns[column - 1]:
            words.add(rows[row - 1])
            row, column = row - 1, column - 1
        elif table[row - 1][column] > table[row][column - 1]:
            row -= 1
        else:
            column -= 1
    return words


def pltrdy_l(candidate: str, reference: str) -> float | None:
    mine, theirs = pltrdy_sentences(candidate), pltrdy_sentences(reference)
    if not mine or not theirs:
        return None
    shared: set[str] = set()
    for sentence in theirs:
        for other in mine:
            shared |= walk_back(sentence, other)
    return f_measure(len(shared) / len(set(sum(mine, []))), len(shared) / len(set(sum(theirs, []))), 1e-8)
