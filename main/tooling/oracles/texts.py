"""The text pairs of the oracle: some written by hand for a trap, the rest mixed from word lists with a fixed seed."""

import json
import random

SEED = 20261

WRITTEN = [
    ("", ""),
    ("hi", ""),
    ("", "hi"),
    ("hi", "hi"),
    ("a", "b"),
    ("hi there", "hi"),
    ("   ", "\t\n"),
    ("   ", "hi"),
    ("...", "!!!"),
    (".", "Done."),
    ("?!", "?! ?!"),
    ("Yes. ", "yes"),
    ("No.", "No"),
    ("The invoice was paid on Monday.", "The invoice was paid on Monday."),
    ("The invoice was paid on Monday.", "On Monday the invoice was paid."),
    ("the the the the the", "the end of the line"),
    ("one two three", "one two three"),
    ("one two three four five", "five four three two one"),
    ("refund_order(order_id=77)", "refund order 77"),
    ("snake_case_name", "snake case name"),
    ('{"city": "Oslo", "days": [1, 2, 3]}', '{"days":[1,2,3],"city":"Oslo"}'),
    ('{"ok": true, "items": []}', '{"ok": false, "items": [{"id": 4}]}'),
    ("Caf\u00e9 cr\u00e8me", "Cafe\u0301 cre\u0300me"),
    ("\u00c9t\u00e9 \u00e0 Montr\u00e9al, d\u00e9j\u00e0 vu", "\u00c9TE A MONTREAL, DEJA VU"),
    ("\u5317\u4eac\u662f\u4e2d\u56fd\u7684\u9996\u90fd\u3002", "\u4e2d\u56fd\u7684\u9996\u90fd\u662f\u5317\u4eac\u3002"),
    ("\u5317\u4eac", "\u5317\u4eac"),
    ("\u041c\u043e\u0441\u043a\u0432\u0430 \u2014 \u0441\u0442\u043e\u043b\u0438\u0446\u0430", "\u0441\u0442\u043e\u043b\u0438\u0446\u0430 \u041c\u043e\u0441\u043a\u0432\u0430"),
    ("\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd", "\u05e2\u05d5\u05dc\u05dd \u05e9\u05dc\u05d5\u05dd \u05e8\u05d1"),
    ("\u0645\u0631\u062d\u0628\u0627 \u0628\u0627\u0644\u0639\u0627\u0644\u0645", "\u0645\u0631\u062d\u0628\u0627 \u064a\u0627 \u0639\u0627\u0644\u0645"),
    ("\u0928\u092e\u0938\u094d\u0924\u0947 \u0926\u0941\u0928\u093f\u092f\u093e", "\u0928\u092e\u0938\u094d\u0924\u0947 \u091c\u0917\u0924"),
    ("\u0130stanbul I\u015f\u0131k", "istanbul i\u015f\u0131k"),
    ("\u039f\u0394\u039f\u03a3 \u03a3\u039f\u03a6\u039f\u03a3", "\u03bf\u03b4\u03bf\u03c2 \u03c3\u03bf\u03c6\u03bf\u03c2"),
    ("great job \U0001f600\U0001f600", "great job \U0001f600"),
    ("\U0001f469\u200d\U0001f469\u200d\U0001f467 family \U0001f1ef\U0001f1f5", "family \U0001f469\u200d\U0001f467 \U0001f1ef\U0001f1f5"),
    ("\U0001d518\uff21 \ue000 \U00010400", "\ue000 \U00010400 \uff21 \U0001d518"),
    ("a\u00a0b\u2003c\u3000d", "a b c d"),
    ("x\x1cy\x85z \ufeffw", "x y z w"),
    ("R&D &amp; &lt;tag&gt; costs 1,200.50-ish", "R & D & <tag> costs 1,200.50 - ish"),
    ("hyphen-\nated <skipped> word's end.", "hyphenated word 's end ."),
    ("The firm purchased big cars and flies quickly", "the company bought large automobiles and flew fast"),
    ("children were happily running", "a child was happy and ran"),
    ("hot_dogs are tasty", "frankfurters are tasty"),
    ("She's studying; he studied.", "She is studying ; he studies ."),
    ("hello", "hello" + "lorem" * 7),
    ("hello", "hello" + "lorem" * 6 + "lore"),
    ("ab", "ab" * 30),
    ("needle in hay", "hay hay hay needle inn hay hay hay hay hay hay"),
    ("abcdefgh" * 9, "abcdefg" * 12),
]

WORDS = {
    "english": "the a order refund customer asked agent checked policy could not find ticket please confirm total was "
    "number shipped late because warehouse moved large big quick fast buys bought paying paid item items".split(),
    "code": "if else return x == 1 { } ( ) ; foo_bar fooBar null 0.5 -3 \"key\": [1] => !== // #tag @user".split(),
    "mixed": "\u043f\u0440\u0438\u0432\u0435\u0442 \u043c\u0438\u0440 \u5317\u4eac \u6771\u4eac caf\u00e9 na\u00efve \u00fcber "
    "\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627 \U0001f680 \U0001f469\u200d\U0001f4bb stra\u00dfe \u03b1\u03b2\u03b3 \u0928\u092e\u0938\u094d\u0924\u0947".split(),
    "repeats": "la la la da di".split(),
}
ENDS = [" ", " ", " ", " ", ", ", ". ", "? ", "\n", "  "]


def sentence(rng: random.Random, words: list[str], size: int) -> str:
    pieces = []
    for _ in range(size):
        word = rng.choice(words)
        pieces.append(word.capitalize() if rng.random() < 0.1 else word)
        pieces.append(rng.choice(ENDS))
    return "".join(pieces[:-1])


def changed(rng: random.Random, words: list[str], text: str) -> str:
    """The text with some words dropped, doubled, moved or replaced."""
    parts = text.split(" ")
    for _ in range(max(1, len(parts) // 5)):
        at = rng.randrange(len(parts))
        kind = rng.choice(["drop", "double", "replace", "move"])
        if kind == "drop" and len(parts) > 1:
            del parts[at]
        elif kind == "double":
            parts.insert(at, parts[at])
        elif kind == "replace":
            parts[at] = rng.choice(words)
        else:
            parts.insert(rng.randrange(len(parts) + 1), parts[at])
    return " ".join(parts)


def mixed_pairs() -> list[tuple[str, str]]:
    rng = random.Random(SEED)
    pairs = []
    for name, words in WORDS.items():
        for size in (1, 2, 3, 5, 8, 13, 30):
            text = sentence(rng, words, size)
            pairs.append((text, changed(rng, words, text)))
            pairs.append((sentence(rng, words, size), sentence(rng, words, rng.choice([1, size, 2 * size, 9 * size]))))
        record = {"words": words[:6], "note": sentence(rng, words, 6), "count": rng.randrange(1000)}
        pairs.append((json.dumps(record), json.dumps(record, indent=1, ensure_ascii=False)))
    long = sentence(rng, WORDS["english"], 400)
    pairs.append((long, changed(rng, WORDS["english"], long)))
    pairs.append((long[:700], changed(rng, WORDS["english"], long)))
    return pairs


def all_pairs() -> list[tuple[str, str]]:
    return WRITTEN + mixed_pairs()
