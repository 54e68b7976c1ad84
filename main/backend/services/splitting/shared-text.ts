import type { JsonValue } from '../../../../shared/model/json.ts';
import type { ProjectContext } from '../../context.ts';
import { canonicalJson } from '../../engine/canonical.ts';
import { KNOWN_KEYS, knownKeyOf, scalarFields } from '../../engine/splitting/fields.ts';
import type { Leak } from '../../engine/splitting/leaks.ts';
import { getSampleBody } from '../../store/samples.ts';
import { keyTitle } from './group-keys.ts';

const CHARS = 80;

/** @returns what two samples share, with its value read from the samples: it is not kept anywhere else */
export function sharedText(project: Pick<ProjectContext, 'db'>, { kind, a, b, evidence }: Leak): string {
  if (kind === 'reference') {
    const reference = getSampleBody(project.db, a)?.reference;
    return reference === undefined ? evidence : `${evidence} ${cut(canonicalJson(reference))}`;
  }
  if (kind !== 'group') return evidence;
  const title = keyTitle(evidence);
  const own = fieldValues(project, a, evidence);
  const value = fieldValues(project, b, evidence).find((text) => own.includes(text));
  const words = `Same ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
  return value === undefined ? words : `${words} ${cut(value)}`;
}

function fieldValues(project: Pick<ProjectContext, 'db'>, id: number, key: string): string[] {
  const body = getSampleBody(project.db, id);
  if (body === undefined) return [];
  const fields = [
    ...scalarFields(body.reference, 'reference'),
    ...(body.extras === null ? [] : scalarFields(body.extras satisfies JsonValue, 'metadata')),
  ];
  const isKnown = KNOWN_KEYS.some((known) => known === key);
  return fields.filter(([path]) => (isKnown ? knownKeyOf(path) === key : path === key)).map(([, text]) => text);
}

function cut(text: string): string {
  return text.length <= CHARS ? text : `${text.slice(0, CHARS - 1)}…`;
}
