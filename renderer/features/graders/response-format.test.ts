import { expect, test } from 'vitest';
import { EXAMPLE_FORMAT, readResponseFormat, responseFormatSchema } from './response-format.ts';

test('the example can be saved, with keys that are not known kept', () => {
  expect(readResponseFormat(JSON.stringify({ ...EXAMPLE_FORMAT, extra: 1 }))).toEqual({
    ok: true,
    value: { ...EXAMPLE_FORMAT, extra: 1 },
  });
});

test('nothing is no response format', () => {
  expect(readResponseFormat('  ')).toEqual({ ok: true, value: null });
});

test('what is wrong is said with its place', () => {
  expect(readResponseFormat('{')).toMatchObject({ ok: false, kind: 'notJson' });
  expect(readResponseFormat('[]')).toMatchObject({ ok: false, kind: 'notValid', path: 'response_format' });
  const noName = { type: 'json_schema', json_schema: { schema: {} } };
  expect(readResponseFormat(JSON.stringify(noName))).toMatchObject({ ok: false, path: 'json_schema.name' });
  const badName = { type: 'json_schema', json_schema: { name: 'a b', schema: {} } };
  expect(readResponseFormat(JSON.stringify(badName))).toMatchObject({ ok: false, path: 'json_schema.name' });
});

test('the editor knows the fields and what they are for', () => {
  const text = JSON.stringify(responseFormatSchema());
  for (const word of ['json_schema', 'json_object', 'Answers follow a JSON Schema.', 'Name of the format'])
    expect(text).toContain(word);
});
