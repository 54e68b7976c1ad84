import type { Term } from '../../../../shared/query/ast.ts';
import { compose, join, sql, type Fragment } from './fragment.ts';
import { anyOf, choiceIs, numberIs, textIs } from './value-conditions.ts';

/** The run that "the score" of an attempt means: the one that finished last, of a grader still in use. */
export const LATEST_RUN = `(SELECT r.id FROM score_run r JOIN grader g ON g.id = r.grader_id
  WHERE r.finished_at IS NOT NULL AND g.archived_at IS NULL ORDER BY r.finished_at DESC, r.id DESC LIMIT 1)`;

const RUN_OF_GRADER = `(SELECT r.id FROM score_run r JOIN grader g ON g.id = r.grader_id
  WHERE r.finished_at IS NOT NULL AND g.name = ? COLLATE NOCASE ORDER BY r.finished_at DESC, r.id DESC LIMIT 1)`;

function runOf(at: string | null): Fragment {
  if (at === null) return sql(LATEST_RUN);
  return /^\d{1,15}$/u.test(at) ? sql('?', Number(at)) : sql(RUN_OF_GRADER, at);
}

/** `score`, `score@run` and `score.part`: the sample matches when one of its scores in the run does. */
export function scoreIs(term: Term): Fragment {
  const run = runOf(term.at);
  const [part] = term.path;
  const from =
    part === undefined
      ? compose('SELECT c.sample_id FROM score c WHERE c.run_id = {}', run)
      : compose(
          'SELECT w.sample_id FROM score_part c CROSS JOIN score w ON w.id = c.score_id WHERE c.run_id = {} AND c.key = {}',
          run,
          sql('?', part),
        );
  const scoresWhere = (condition: Fragment): Fragment => compose('s.id IN ({} AND {})', from, condition);
  const numbers = numberIs('c.value', term.values);
  const states = choiceIs('c.state', term.values);
  const conditions = [
    ...(numbers === null ? [] : [scoresWhere(compose("c.state = 'scored' AND {}", numbers))]),
    ...(states === null ? [] : [scoresWhere(states)]),
  ];
  return anyOf(term.values, {
    values: conditions.length === 0 ? null : join('OR', conditions),
    any: scoresWhere(sql("c.state = 'scored'")),
  });
}

/** `why`: the reason of a skipped or errored score. */
export function scoreReasonIs(term: Term): Fragment {
  const scoresWhere = (condition: Fragment): Fragment =>
    compose('s.id IN (SELECT c.sample_id FROM score c WHERE c.run_id = {} AND {})', runOf(term.at), condition);
  const texts = textIs('c.reason', term.values);
  return anyOf(term.values, {
    values: texts === null ? null : scoresWhere(texts),
    any: scoresWhere(sql('c.reason IS NOT NULL')),
  });
}
