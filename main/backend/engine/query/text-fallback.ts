import { join, sql, type Fragment } from './fragment.ts';

/** Columns of the full-text index. */
export type TextScope = 'prompt' | 'answers' | 'tools' | 'results' | 'reference';

/** Texts inside stored JSON. The raw text is searched first, which is far cheaper than reading it as JSON. */
function attemptText(role: string, path: string): string {
  return `s.id IN (SELECT a.sample_id FROM attempt a WHERE instr(a.body, @raw) > 0 AND EXISTS (
    SELECT 1 FROM json_each(a.body) m, json_tree(m.value, '$.${path}') t
    WHERE m.value ->> 'role' = '${role}' AND t.type = 'text' AND instr(t.value, @text) > 0))`;
}

function bodyText(column: 'prompt' | 'reference'): string {
  return `s.id IN (SELECT b.sample_id FROM sample_body b WHERE instr(b.${column}, @raw) > 0 AND EXISTS (
    SELECT 1 FROM json_tree(b.${column}) t WHERE t.type = 'text' AND instr(t.value, @text) > 0))`;
}

const CONDITIONS: Readonly<Record<TextScope, readonly string[]>> = {
  prompt: ['instr(s.title, @text) > 0', bodyText('prompt')],
  answers: [attemptText('assistant', 'parts')],
  tools: [attemptText('assistant', 'calls')],
  results: [attemptText('tool', 'parts')],
  reference: [bodyText('reference')],
};

/**
 * Finds a text in the stored messages themselves: for texts without a word, of which the full-text index knows nothing
 * (`=>`, `???`). It reads every body, which takes a second or more at 100,000 samples.
 */
export function containsAnywhere(text: string, scopes: readonly TextScope[]): Fragment {
  // As the text stands inside JSON: bodies are written by JSON.stringify.
  const raw = JSON.stringify(text).slice(1, -1);
  const conditions = scopes.flatMap((scope) => CONDITIONS[scope]).map((condition) => bind(condition, { raw, text }));
  return join('OR', conditions);
}

function bind(condition: string, values: { readonly raw: string; readonly text: string }): Fragment {
  const params = [...condition.matchAll(/@(raw|text)/gu)].map((match) =>
    match[1] === 'raw' ? values.raw : values.text,
  );
  return sql(condition.replaceAll(/@(?:raw|text)/gu, '?'), ...params);
}
