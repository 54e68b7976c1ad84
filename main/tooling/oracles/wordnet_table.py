"""Makes resources/wordnet/synonyms.txt.gz from the database files of WordNet 3.0. See README.md."""

import gzip
import sys
from pathlib import Path

PARTS = ("noun", "verb", "adj", "adv")


def synonym_sets(data_file: Path) -> set[str]:
    """Each synset as its lemma names in sorted order; the syntactic marker of adjectives, as in "ill(p)", is cut."""
    sets = set()
    for line in data_file.read_text(encoding="utf-8").splitlines():
        if line.startswith("  "):  # the licence at the top
            continue
        fields = line.split(" ")
        count = int(fields[3], 16)
        names = {fields[4 + 2 * index].split("(")[0] for index in range(count)}
        sets.add(" ".join(sorted(names)))
    return sets


def irregular_forms(exception_file: Path) -> list[str]:
    """One line a form, "form base base". A form listed twice keeps its last line, as NLTK's reader does."""
    lines = {}
    for line in exception_file.read_text(encoding="utf-8").splitlines():
        words = line.split()
        if words:
            lines[words[0]] = " ".join(words)
    return sorted(lines.values())


def table(folder: Path) -> str:
    lines = ["wordnet-synonyms 1 3.0"]
    for part in PARTS:
        lines += [f"#{part}", *sorted(synonym_sets(folder / f"data.{part}"))]
        lines += [f"#{part}.exc", *irregular_forms(folder / f"{part}.exc")]
    return "\n".join(lines) + "\n"


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit("usage: wordnet_table.py FOLDER_OF_WORDNET_3_0 OUTPUT.txt.gz")
    # No name and no time in the gzip header, so that the same input gives the same bytes.
    packed = gzip.compress(table(Path(sys.argv[1])).encode("utf-8"), compresslevel=9, mtime=0)
    Path(sys.argv[2]).write_bytes(packed)
    print(f"{sys.argv[2]}: {len(packed)} bytes")


if __name__ == "__main__":
    main()
