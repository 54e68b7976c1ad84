import { sampleRef, type SampleId } from '../../../shared/model/ids.ts';
import type { Embedder } from '../../../shared/model/similar.ts';
import { formatScore } from '../../i18n/format.ts';
import { translate } from '../../i18n/index.ts';
import type { Cluster, Member, OpenCluster } from './use-clusters.ts';

export type Link = Cluster['links'][number];
/** A link on the way from one sample to another, and the sample it leads to. */
export type Hop = { readonly link: Link; readonly to: SampleId };

/** @returns the link that two samples share, if there is one */
export function linkBetween(
  links: readonly Link[],
  one: Pick<Member, 'sampleId'>,
  other: Pick<Member, 'sampleId'>,
): Link | undefined {
  const [a, b] = [one.sampleId, other.sampleId];
  return links.find((link) => (link.a === a && link.b === b) || (link.a === b && link.b === a));
}

/** @returns the shortest way over links from one sample to another, null when there is none */
export function linkPath(links: readonly Link[], from: SampleId, to: SampleId): readonly Hop[] | null {
  const ways = new Map<SampleId, readonly Hop[]>([[from, []]]);
  const waiting: SampleId[] = [from];
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    const way = ways.get(at) ?? [];
    if (at === to) return way;
    for (const link of links) {
      const next = link.a === at ? link.b : link.b === at ? link.a : null;
      if (next === null || ways.has(next)) continue;
      ways.set(next, [...way, { link, to: next }]);
      waiting.push(next);
    }
  }
  return null;
}

/** @returns the embedder that two samples were compared by; null where that cannot be told */
export function embedderOf(
  used: readonly { readonly embedder: Embedder }[],
  member: Pick<Member, 'lang'>,
): Embedder | null {
  const [first, second] = used;
  if (first !== undefined && second === undefined) return first.embedder;
  // A text of no known language may have been taken for English.
  return member.lang === null ? null : member.lang === 'en' ? 'sentences' : 'word-parts';
}

/** @returns why the compared sample is in one cluster with the keeper, in words */
export function linkText(
  { cluster, keeper, compared }: OpenCluster,
  used: readonly { readonly embedder: Embedder }[],
): string {
  if (cluster.kind === 'template') return translate('duplicates:link.template');
  const path = linkPath(cluster.links, keeper.sampleId, compared.sampleId);
  const [only, ...more] = path ?? [];
  if (only === undefined) return translate('duplicates:link.none');
  const embedder = embedderOf(used, compared);
  const by = (link: Link): string => {
    const values = { similarity: formatScore(link.similarity) };
    if (link.kind !== 'semantic' || embedder === null) return translate(`duplicates:link.${link.kind}`, values);
    return translate(`duplicates:link.by.${embedder}`, values);
  };
  if (more.length === 0) return translate('duplicates:link.direct', { by: by(only.link) });
  const through = [only, ...more].slice(0, -1).map((hop) => sampleRef(hop.to));
  return translate('duplicates:link.through', {
    samples: through.join(', '),
    by: [only, ...more].map((hop) => by(hop.link)).join('; '),
  });
}
