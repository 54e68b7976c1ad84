import { lintSource } from '@secretlint/core';
import { secretLintProfiler } from '@secretlint/profiler';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { matches } from '../matches.ts';
import type { Detector, Span } from '../types.ts';

// It marks the begin and end of every rule on every text, and nobody reads that or clears it.
secretLintProfiler.setEnabled(false);

const RULES = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] };

// Forms that the preset does not know or asks more of than a log keeps.
const TOKENS =
  /(?<![\w-])(?:sk-(?:ant-|proj-|live-|test-)?[\w-]{20,200}|[sr]k_(?:live|test)_[A-Za-z0-9]{16,64}|AKIA[0-9A-Z]{16}|AIza[\w-]{35}|hf_[A-Za-z0-9]{30,40}|glpat-[\w-]{20,40}|gh[pousr]_[A-Za-z0-9]{36,80}|eyJ[\w-]{8,2000}\.eyJ[\w-]{8,4000}\.[\w-]{8,1000})(?![\w-])/g;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]{10,10000}?-----END [A-Z ]*PRIVATE KEY-----/g;

/** What no secret goes without: a run of signs as no word has, or a marker. */
const WORTH_A_LOOK = /(?<![\w+/=-])[\w+/=-]{16,}|:\/\/[^\s/:@]+:[^\s/@]+@/g;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Names of fields are long too, but of letters of one case; logs are full of ids that open nothing. */
function isWorthALook(text: string): boolean {
  for (const [run] of text.matchAll(WORTH_A_LOOK))
    if (/[\d:]|[a-z].*[A-Z]|[A-Z].*[a-z]/.test(run) && !UUID.test(run)) return true;
  return false;
}

/** Keys and tokens of known services: the rules of secretlint, and the forms of a few more. */
export const secret: Detector = {
  kind: 'secret',
  async find(text) {
    if (!isWorthALook(text)) return [];
    const { messages } = await lintSource({
      source: { filePath: 'trace.txt', content: text, contentType: 'text', ext: '.txt' },
      options: { config: RULES },
    });
    const known = messages.map(({ range: [start, end] }): Span => ({ start, end }));
    return [...known, ...matches(text, PRIVATE_KEY), ...matches(text, TOKENS)];
  },
};

const NAMED =
  /(?:pass(?:word|wd|phrase)|\bpwd|secret|api[_ -]?key|access[_ -]?key|auth[_ -]?token|access[_ -]?token|bearer|密码|口令|密钥)\\?["'”]?\s{0,3}(?:[:=：是为\s]|\bis\b)\s{0,3}\\?["'“]?(?<value>[^\s"'“”\\,;，。；<>(){}[\]]{6,200})/dgiu;

/** What stands after the name of a password, key or token. */
export const secretValue: Detector = {
  kind: 'secret_value',
  find: (text) => matches(text, NAMED, looksSecret),
};

/** A word follows such names more often than a secret: it needs a digit or a sign, and must be no placeholder. */
function looksSecret(value: string): boolean {
  if (/^(?:\*+|x+|\.+|<.*|\$.*|%.*|your[-_].*|null|none|undefined|true|false|redacted|\[.*)$/i.test(value))
    return false;
  return /\d/.test(value) && /\p{L}/u.test(value);
}
