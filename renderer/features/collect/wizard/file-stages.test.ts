import { expect, test } from 'vitest';
import { fileStages } from './file-stages.ts';

test('files before the one under way are read, those after it wait', () => {
  expect(fileStages(['a.jsonl', 'b.jsonl', 'c.jsonl'], 'b.jsonl')).toEqual(['done', 'running', 'waiting']);
  expect(fileStages(['a.jsonl', 'b.jsonl'], 'b.jsonl, search index')).toEqual(['done', 'running']);
});

test('nothing is claimed where it cannot be told', () => {
  expect(fileStages(['a.jsonl', 'a.jsonl'], 'a.jsonl')).toBeNull();
  expect(fileStages(['a.jsonl'], null)).toBeNull();
  expect(fileStages(['a.jsonl'], 'package')).toBeNull();
});
