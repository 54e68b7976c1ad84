import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lintPythonGrader } from './lint.ts';

/** `code@line:column-endColumn` of each problem: short enough to compare whole lists. */
function found(source: string): string[] {
  return lintPythonGrader(source).map(
    ({ code, severity, line, column, endColumn }) =>
      `${severity} ${code} ${String(line)}:${String(column)}-${String(endColumn)}`,
  );
}

const GRADE = 'def grade(sample, item):\n    return 0.5\n';

describe('lintPythonGrader', () => {
  test('finds nothing in graders as the platform wants them', () => {
    expect(found(GRADE)).toEqual([]);
    expect(
      found(`"""Scores the amount."""
from __future__ import annotations
import json, math, os.path as p, re
from collections import (
    Counter,
    defaultdict,
)
from typing import Any

TOLERANCE: float = 0.1  # def grade(
PATTERN = re.compile(r"import (numpy|\\"x)'")


def helper(text: str) -> dict[str, Any]:
    return {"text": text}


class Box:
    def grade(self):
        return None


def grade(sample: dict[str, Any], item: dict[str, Any]) -> float:
    def inner():
        return None

    if not sample["output_text"]: return 0.0
    text = f"{item['a']:{sample["width"]}} import {'requests'} {{eval(x)}}"
    return {"a": 1.0, "b": 0.0}[text] if text else [1.0][0]
`),
    ).toEqual([]);
  });

  test.each([
    ['a source without grade', 'def score(sample, item):\n    return 1.0\n', ['error missing_grade 1:1-2']],
    ['an empty source', '', ['error missing_grade 1:1-2']],
    [
      'a grade that is only mentioned in texts and comments',
      '# def grade(sample, item):\nx = """\ndef grade(sample, item):\n    return 1\n"""',
      ['error missing_grade 1:1-2'],
    ],
    [
      'a grade inside of a class',
      'class Grader:\n    def grade(self, sample):\n        return 1.0',
      ['error nested_grade 2:9-14'],
    ],
    ['an async grade', 'async def grade(sample, item):\n    return 1.0', ['error async_grade 1:11-16']],
    ['one parameter', 'def grade(sample):\n    return 1.0', ['error wrong_signature 1:5-10']],
    [
      'three parameters, even with a default',
      'def grade(sample, item, weight=(1, 2)):\n    return 1.0',
      ['error wrong_signature 1:5-10'],
    ],
    ['variable parameters', 'def grade(sample, *item):\n    return 1.0', ['error wrong_signature 1:5-10']],
    ['parameters in the wrong order', 'def grade(item, sample):\n    return 1.0', ['warning parameter_order 1:5-10']],
    ['a grade that returns nothing', 'def grade(sample, item):\n    score = 1.0\n', ['error no_return 1:5-10']],
    [
      'a return in a nested function only',
      'def grade(sample, item):\n    def inner():\n        return 1.0\n    inner()\n',
      ['error no_return 1:5-10'],
    ],
    [
      'a bare return',
      'def grade(sample, item):\n    if item: return\n    return 1.0',
      ['warning returns_none 2:14-20'],
    ],
    ['return None', 'def grade(sample, item):\n    return None', ['warning returns_none 2:12-16']],
    ['a dict', "def grade(sample, item):\n    return {'score': 1.0}", ['warning returns_no_float 2:12-13']],
    ['a text', 'def grade(sample, item):\n    return "0.7"', ['warning returns_no_float 2:12-17']],
    ['a bool', 'def grade(sample, item):\n    return True', ['info returns_no_float 2:12-16']],
    ['a generator', 'def grade(sample, item):\n    yield 1.0', ['error yields 2:5-10']],
    ['a text without an end', "x = 'abc\ndef grade(sample, item):\n    return 1.0", ['error unterminated_text 1:5-9']],
    ['the same function twice, of which the last counts', `def grade(a):\n    return 1.0\n${GRADE}`, []],
    ['a definition in a branch', 'if True:\n    def grade(sample, item):\n        return 1.0\n', []],
    ['an assigned grade', 'grade = lambda sample, item: 1.0', []],
    ['an imported grade', 'from json import loads as grade', []],
    ['a definition on one line', 'def grade(sample, item): return 0.5', []],
    ['positional-only parameters', 'def grade(sample, item, /): return 0.5', []],
    [
      'annotations with brackets and commas',
      'def grade(sample: dict[str, int], item: tuple[int, ...]): return 0.5',
      [],
    ],
  ])('judges %s', (_name, source, expected) => {
    expect(found(source)).toEqual(expected);
  });

  test.each([
    ['a package of the platform', 'import numpy as np', ['warning not_local 1:8-13']],
    ['a submodule of one', 'from sklearn.metrics import f1_score', ['warning not_local 1:6-13']],
    ['what a package of the platform needs', 'import dateutil', ['warning not_local 1:8-16']],
    ['a part of Python that is missing here', 'import ctypes', ['warning not_local 1:8-14']],
    ['a package that the platform lacks', 'import json, torch', ['error unknown_module 1:14-19']],
    ['the rouge that is not rouge_score', 'from rouge import Rouge', ['error unknown_module 1:6-11']],
    [
      'an import with a fallback',
      'try:\n    import torch\nexcept ImportError:\n    torch = None',
      ['warning unknown_module 2:12-17'],
    ],
    [
      'a package of the platform with a fallback',
      'try:\n    import numpy\nexcept ImportError:\n    numpy = None',
      ['info not_local 2:12-17'],
    ],
    [
      'an import inside of a function',
      'def helper():\n    import pandas; import requests',
      ['warning not_local 2:12-18', 'error network 2:27-35'],
    ],
    ['the network of the standard library', 'import urllib.request', ['warning network 1:8-14']],
    ['the same by another spelling', 'from urllib import parse, request', ['warning network 1:27-34']],
    ['urllib.parse, which needs no network', 'import urllib.parse', []],
    ['a relative import', 'from .helpers import x', ['error relative_import 1:6-7']],
    ['a module of some versions', 'import imp', ['warning version_dependent 1:8-11']],
    ['other processes', 'import subprocess', ['warning process 1:8-18']],
    [
      'eval and exec',
      'x = eval("1")\nexec("y = 1")\nm.eval(1)',
      ['warning evaluates_text 1:5-9', 'warning evaluates_text 2:1-5'],
    ],
    ['nltk data that is not there', 'x = word_tokenize("a b")', ['warning nltk_data 1:5-18']],
  ])('knows %s', (_name, source, expected) => {
    const own = lintPythonGrader(GRADE).length;
    expect(own).toBe(0);
    expect(found(`${source}\n${GRADE}`)).toEqual(expected);
  });

  test('says what works on the platform and not here', () => {
    expect(lintPythonGrader(`import rapidfuzz\n${GRADE}`)[0]?.message).toBe(
      'rapidfuzz works on the platform (rapidfuzz 3.10.1) but is not available locally, so this grader can only be scored there.',
    );
  });

  test('counts the bytes of a source, not its characters', () => {
    const comment = (length: number): string => `# ${'é'.repeat(length)}\n${GRADE}`;
    expect(found(comment(127_000))).toEqual([]);
    expect(found(comment(128_000))).toEqual(['error too_large 1:1-2']);
  });

  test('reads any text without throwing, and points into it', () => {
    const piece = fc.constantFrom(
      'def ',
      'grade',
      '(',
      ')',
      ':',
      '\n',
      '    ',
      '"',
      "'",
      '"""',
      'f"{',
      '}',
      '\\',
      '#',
      'import ',
      'from ',
      'return ',
      ',',
      ';',
      'é',
      '\t',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc.array(piece).map((parts) => parts.join('')),
        ),
        (source) => {
          const lines = source.split(/\r?\n|\r/u);
          for (const { line, column, endColumn } of lintPythonGrader(source)) {
            expect(line).toBeLessThanOrEqual(lines.length);
            expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1);
            expect(endColumn).toBeGreaterThan(column);
          }
        },
      ),
    );
  });

  test('adding comments and blank lines changes no finding but its line', () => {
    const sources = [
      'import numpy',
      'x = eval("1")',
      'def f():\n    import torch',
      'if 1:\n    from urllib import request',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...sources), fc.nat(5), (source, count) => {
        const shift = (entry: string): string =>
          entry.replace(/ (\d+):/u, (_all, line: string) => ` ${String(Number(line) + count)}:`);
        expect(found(`${'# import torch "\n'.repeat(count)}${source}\n${GRADE}`)).toEqual(
          found(`${source}\n${GRADE}`).map(shift),
        );
      }),
    );
  });
});
