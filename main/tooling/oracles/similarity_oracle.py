"""Writes main/backend/engine/text/similarity-vectors.own.json. See README.md for how to run it and what it needs."""

import json
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import nltk
from nltk.tokenize import WordPunctTokenizer
from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu
from nltk.translate.gleu_score import sentence_gleu
from nltk.translate.meteor_score import meteor_score

import reference_fuzzy as fuzzy
import reference_rouge as rouge
from nltk_wordnet import open_wordnet
from reference_sacrebleu import sentence_bleu as sacre_bleu
from reference_sacrebleu import tokens_13a
from texts import all_pairs

OUTPUT = Path(__file__).parents[2] / "backend/engine/text/similarity-vectors.own.json"
Score = Callable[[str, str], float | None]

# NLTK 3.8's method0 warns of every missing n-gram length.
warnings.simplefilter("ignore")


def processed(score: Score, process: Callable[[str], str] = fuzzy.default_process) -> Score:
    return lambda candidate, reference: score(process(candidate), process(reference))


def nltk_score(score: Callable[..., float], tokenize: Callable[[str], list[str]], **options: object) -> Score:
    return lambda candidate, reference: score([tokenize(reference)], tokenize(candidate), **options)


def fuzzy_scores() -> dict[str, Score]:
    scores = {
        "wratio-processed": processed(fuzzy.w_ratio),
        "ratio": fuzzy.ratio,
        "token-set-ratio-processed": processed(fuzzy.token_set_ratio),
        "wratio-processed-compiled": processed(fuzzy.w_ratio, fuzzy.default_process_compiled),
        "wratio": fuzzy.w_ratio,
        "qratio-processed": processed(fuzzy.q_ratio),
        "qratio": fuzzy.q_ratio,
        "partial-ratio": fuzzy.partial_ratio,
        "token-sort-ratio": fuzzy.token_sort_ratio,
        "token-set-ratio": fuzzy.token_set_ratio,
        "token-ratio": fuzzy.token_ratio,
        "partial-token-ratio": fuzzy.partial_token_ratio,
    }
    return {f"rapidfuzz-{name}": percent(score) for name, score in scores.items()}


def percent(score: Score) -> Score:
    return lambda candidate, reference: score(candidate, reference) / 100


def all_scores(wordnet: object) -> dict[str, dict[str, Score]]:
    smoothing = SmoothingFunction()
    word_punct = WordPunctTokenizer().tokenize
    methods = {"none": None, "method1": smoothing.method1, "method2": smoothing.method2, "method4": smoothing.method4}
    bleu: dict[str, Score] = {"sacrebleu": percent(sacre_bleu)}
    for name, method in methods.items():
        bleu[f"nltk-{name}-whitespace"] = nltk_score(sentence_bleu, str.split, smoothing_function=method)
        if name != "method2":
            bleu[f"nltk-{name}-wordpunct"] = nltk_score(sentence_bleu, word_punct, smoothing_function=method)
    return {
        "fuzzy_match": fuzzy_scores(),
        "bleu": bleu,
        "gleu": {
            "nltk-whitespace": nltk_score(sentence_gleu, str.split),
            "nltk-wordpunct": nltk_score(sentence_gleu, word_punct),
            "nltk-13a": nltk_score(sentence_gleu, tokens_13a),
        },
        "meteor": {
            "nltk-whitespace": nltk_score(meteor_score, str.split, wordnet=wordnet),
            "nltk-wordpunct": nltk_score(meteor_score, word_punct, wordnet=wordnet),
        },
        **{f"rouge_{order}": rouge_scores(order) for order in (1, 2, 3, 4, 5)},
        "rouge_l": {"pltrdy": rouge.pltrdy_l, "rouge-score": rouge.google_l},
    }


def rouge_scores(order: int) -> dict[str, Score]:
    return {
        "pltrdy": lambda candidate, reference: rouge.pltrdy_n(candidate, reference, order),
        "rouge-score": lambda candidate, reference: rouge.google_n(candidate, reference, order),
    }


def check_common_length(pairs: list[tuple[str, str]]) -> None:
    for left, right in pairs:
        if len(left) * len(right) < 250_000:
            assert fuzzy.common_length(left, right) == fuzzy.common_length_by_table(left, right), (left, right)


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: similarity_oracle.py FOLDER_OF_WORDNET_3_0")
    if nltk.__version__ != "3.8":
        sys.exit(f"This oracle is for NLTK 3.8, not {nltk.__version__}.")
    pairs = all_pairs()
    check_common_length(pairs)
    scores = all_scores(open_wordnet(sys.argv[1]))
    lines = []
    for candidate, reference in pairs:
        # null: the library raises an error for this pair
        values = {
            metric: {name: score(candidate, reference) for name, score in definitions.items()}
            for metric, definitions in scores.items()
        }
        entry = {"candidate": candidate, "reference": reference, "values": values}
        lines.append(json.dumps(entry, ensure_ascii=True, separators=(",", ":")))
    OUTPUT.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
    count = len(pairs) * sum(len(definitions) for definitions in scores.values())
    print(f"{OUTPUT.name}: {len(pairs)} pairs, {count} values")


if __name__ == "__main__":
    main()
