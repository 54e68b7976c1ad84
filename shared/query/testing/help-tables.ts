import type { Field } from '../field-types.ts';
import { FIELDS } from '../fields.ts';

const GROUPS = ['Sample', 'Curation', 'Attempts', 'Scores', 'Text'] as const satisfies readonly Field['group'][];

/** The tables of fields as the help page holds them: one a group, made from the list the parser uses. */
export function helpTables(): string {
  return GROUPS.map((group) => {
    const fields: readonly Field[] = FIELDS.filter((field) => field.group === group);
    return [`### ${group}`, '', '| Field | Finds | Examples |', '|---|---|---|', ...fields.map(row)].join('\n');
  }).join('\n\n');
}

function row(field: Field): string {
  const names = [field.name, ...field.aliases].map((name) => `\`${name}\``).join(', ');
  const values = (field.choices ?? []).map((choice) => `\`${choice.value}\``).join(', ');
  const listed = values === '' ? '' : ` Values: ${values}.`;
  const presence = field.presence ? ' Takes `any` and `none`.' : '';
  const examples = field.examples.map((example) => `\`${example}\``).join('<br>');
  return `| ${names} | ${field.description}${listed}${presence} | ${examples} |`;
}
