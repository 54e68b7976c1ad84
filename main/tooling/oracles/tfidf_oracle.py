"""Word-part weights and folded vectors of scikit-learn, as JSON for the test of main/backend/engine/vectors.

    /usr/bin/python3 -B tfidf_oracle.py > ../../backend/engine/vectors/tfidf.oracle.json
"""

import json
import sys

import numpy
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.utils import murmurhash3_32

TEXTS = [
    "Wo ist mein Fahrrad? Wo ist mein Schloss?",
    "Mein Fahrrad ist weg, und das Schloss auch.",
    "¿Dónde está mi bicicleta?",
    "我的自行车在哪里？我的锁在哪里？",
    "自転車の鍵をなくしました。",
    "Велосипед украли у вокзала",
    "a bb ccc dddd 🚲 🚲🚲",
    "  zwei  \n Zeilen\tund  Ｖｏｌｌｂｒｅｉｔｅ  ",
    "",
]
PLACES = 512


def folded(names: list[str], row: numpy.ndarray) -> list[float]:
    sums = numpy.zeros(PLACES)
    for name, weight in zip(names, row):
        if weight != 0:
            mixed = murmurhash3_32(name.encode("utf-8"), seed=0)
            sums[abs(mixed) % PLACES] += weight if mixed >= 0 else -weight
    length = numpy.linalg.norm(sums)
    return (sums / length if length > 0 else sums).tolist()


def main() -> None:
    import unicodedata

    vectorizer = TfidfVectorizer(
        analyzer="char_wb",
        ngram_range=(2, 4),
        sublinear_tf=True,
        smooth_idf=True,
        norm="l2",
        preprocessor=lambda text: unicodedata.normalize("NFKC", text).lower(),
    )
    matrix = vectorizer.fit_transform(TEXTS).toarray()
    names = vectorizer.get_feature_names_out().tolist()
    rows = [
        {
            "text": text,
            "weights": {name: weight for name, weight in zip(names, row.tolist()) if weight != 0},
            "places": {str(at): value for at, value in enumerate(folded(names, row)) if value != 0},
        }
        for text, row in zip(TEXTS, matrix)
    ]
    json.dump({"rows": rows, "products": (matrix @ matrix.T).tolist()}, sys.stdout, ensure_ascii=False)
    sys.stdout.write("\n")


main()
