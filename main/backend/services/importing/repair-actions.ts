import type { RepairAction } from '../../../../shared/model/source.ts';

/** Codes of text that is not, or not quite, JSON. */
const SYNTAX: ReadonlySet<string> = new Set([
  'not_json',
  'invalid_json',
  'cut_off',
  'line_break_in_text',
  'too_deep',
  'too_many_keys',
]);
const ROWS: ReadonlySet<string> = new Set(['ragged_row', 'quote_not_closed', 'unreadable_row', 'table_row']);

/**
 * @param code of the issue
 * @returns what can be done about records refused with this code, the first choice first; nothing for remarks
 */
export function actionsFor(code: string, isRejected: boolean): RepairAction[] {
  if (!isRejected) return [];
  if (code === 'record_too_large') return ['skip'];
  if (SYNTAX.has(code)) return ['json_repair', 'edit', 'skip'];
  if (ROWS.has(code)) return ['edit', 'skip'];
  return ['edit', 'task_only', 'pair_by_order', 'infer_tools', 'skip'];
}
