/**
 * All words of the app.
 *
 * To add a text: put it in `en/<feature>.ts` (one file a feature, sentence case, no exclamation marks) and use it with
 * `const { t } = useTranslation('<feature>')`, `t('page.title')`. Keys are typed. Counts: two keys ending in `_one` and
 * `_other`, called with `{ count }`; numbers inside a text: `{{count, number}}`. Numbers, sizes and times on their own
 * come from `format.ts`. Outside components: `translate('samples:page.title')`. A new namespace is added below, twice.
 */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { balance } from './en/balance.ts';
import { charts } from './en/charts.ts';
import { collect } from './en/collect.ts';
import { common } from './en/common.ts';
import { duplicates } from './en/duplicates.ts';
import { editor } from './en/editor.ts';
import { errors } from './en/errors.ts';
import { exporting } from './en/export.ts';
import { graders } from './en/graders.ts';
import { help } from './en/help.ts';
import { history } from './en/history.ts';
import { likeness } from './en/likeness.ts';
import { live } from './en/live.ts';
import { map } from './en/map.ts';
import { privacy } from './en/privacy.ts';
import { projects } from './en/projects.ts';
import { report } from './en/report.ts';
import { review } from './en/review.ts';
import { samples } from './en/samples.ts';
import { settings } from './en/settings.ts';
import { shell } from './en/shell.ts';
import { split } from './en/split.ts';
import { toolUse } from './en/tool-use.ts';
import { trace } from './en/trace.ts';

const en = {
  common,
  errors,
  shell,
  charts,
  projects,
  collect,
  live,
  samples,
  trace,
  duplicates,
  balance,
  likeness,
  split,
  map,
  toolUse,
  privacy,
  review,
  graders,
  editor,
  report,
  export: exporting,
  help,
  history,
  settings,
} as const;

declare module 'i18next' {
  // The one interface i18next offers for typed keys.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof en;
  }
}

type PathsOf<T> = {
  [K in keyof T & string]: T[K] extends string ? Singular<K> : `${K}.${PathsOf<T[K]>}`;
}[keyof T & string];
type Singular<K extends string> = K extends `${infer S}_one` | `${infer S}_other` ? S : K;

/** A text of any namespace: `samples:page.title`. */
export type TextKey = { [N in keyof typeof en]: `${N}:${PathsOf<(typeof en)[N]>}` }[keyof typeof en];

/** Call once before anything is rendered. */
export function initTexts(): void {
  void i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en },
    ns: Object.keys(en),
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    initAsync: false,
  });
}

/** A text by its full key, outside of components and for keys that are data. */
export function translate(key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
  // Which values a text wants cannot be known for a key that is data.
  return (i18next.t as (key: string, values: object) => string)(key, values);
}
