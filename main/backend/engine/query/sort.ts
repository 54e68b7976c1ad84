import type { Sort } from '../../../../shared/contract/target.ts';
import { LATEST_RUN } from './score-conditions.ts';

type Key = Sort['key'];

/** What an order needs besides `sample s`, and the expression it orders by. Samples without a value come last. */
type Order = { readonly from?: string; readonly by: string; readonly then?: string };

/** Over a sample's attempts, as table rows show it; read from a narrow index, one sample at a time. */
function ofAttempts(value: string): Order {
  return { by: `(SELECT ${value} FROM attempt a WHERE a.sample_id = s.id)` };
}

const ORDERS: Readonly<Record<Key, Order>> = {
  id: { by: 's.id' },
  newest: { by: 's.created_at', then: 's.id' },
  title: { by: 's.title COLLATE NOCASE' },
  source: { from: 'JOIN source o ON o.id = s.source_id', by: 'o.name COLLATE NOCASE', then: 's.source_pos' },
  calls: ofAttempts('avg(a.tool_call_count)'),
  steps: ofAttempts('avg(a.step_count)'),
  attempts: { by: 's.attempt_count' },
  reward: ofAttempts('avg(a.reward)'),
  latency: ofAttempts('avg(a.latency_ms)'),
  tokens: ofAttempts('coalesce(sum(a.token_count), s.token_count)'),
  score: {
    by: `(SELECT avg(c.value) FROM score c INDEXED BY score_sample
      WHERE c.sample_id = s.id AND c.run_id = ${LATEST_RUN} AND c.state = 'scored')`,
  },
  decision: {
    from: 'LEFT JOIN decision d ON d.sample_id = s.id',
    by: "CASE d.state WHEN 'include' THEN 0 WHEN 'exclude' THEN 2 ELSE 1 END",
  },
  flags: {
    by: "(SELECT count(*) FROM flag f WHERE f.sample_id = s.id AND f.state IN ('open', 'confirmed'))",
  },
};

/** @returns the tables to add after `FROM sample s`, and the text after ORDER BY; ties go by number */
export function compileSort(sort: Sort): { readonly from: string; readonly orderBy: string } {
  const order = ORDERS[sort.key];
  const way = sort.descending ? 'DESC' : 'ASC';
  const then = order.then === undefined ? '' : `, ${order.then} ${way}`;
  return { from: order.from ?? '', orderBy: `${order.by} ${way} NULLS LAST${then}, s.id` };
}
