"""NLTK's WordNet reader over the database files of WordNet 3.0, which the Debian package wordnet-base holds."""

import atexit
import shutil
import tempfile
import warnings
from pathlib import Path

from nltk.corpus.reader.wordnet import WordNetCorpusReader

LEXNAME_COUNT = 45


def open_wordnet(folder: str) -> WordNetCorpusReader:
    """The package lacks the file `lexnames`, whose names METEOR does not use; a made-up one lets the reader start."""
    copy = Path(tempfile.mkdtemp(prefix="wordnet-"))
    atexit.register(shutil.rmtree, copy)
    for file in Path(folder).iterdir():
        if file.is_file():
            shutil.copy(file, copy / file.name)
    names = "".join(f"{index:02d}\tname{index}\t1\n" for index in range(LEXNAME_COUNT))
    (copy / "lexnames").write_text(names, encoding="utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        reader = WordNetCorpusReader(str(copy), None)
        reader.get_version()
    return reader
