import { InvalidArgumentError, type Command } from 'commander';
import type { ClusterRow } from '../../../shared/contract/duplicates.ts';
import type { ClusterKind, DuplicateSetup } from '../../../shared/model/duplicates.ts';
import { sampleRef } from '../../../shared/model/ids.ts';
import { LINK_FLOORS, type LinkKind } from '../../../shared/model/similar.ts';
import type { Client } from '../../../shared/rpc/client.ts';
import { count } from '../../../shared/text/plural.ts';
import { followJob, withProject } from '../open.ts';
import type { CommandContext } from '../types.ts';

type Options = {
  json?: boolean;
  exact?: boolean;
  near?: number;
  semantic?: number;
  scope: DuplicateSetup['scope'];
  reviewed?: boolean;
  apply?: boolean;
};
type Setup = Pick<DuplicateSetup, 'scope' | 'near' | 'semantic' | 'neverRemoveReviewed'>;

const DEFAULT_NEAR = 0.8;
const PAGE = 1_000;

export function registerDedupe(program: Command, context: CommandContext): void {
  program
    .command('dedupe')
    .description('find duplicates; without a kind: copies and near texts from 0.8. Template families are never removed')
    .argument('<project>', 'the .assay file')
    .option('--exact', 'only copies, or copies beside the kinds named')
    .option('--near <similarity>', 'texts with mostly the same words, by Jaccard similarity', similarity('near'))
    .option('--semantic <similarity>', 'texts that mean the same, by cosine', similarity('semantic'))
    .option('--scope <text>', 'what is compared: prompt, trajectory or reference', scope, 'prompt')
    .option('--reviewed', 'reviewed and included samples may go too')
    .option('--apply', 'exclude all but the keeper of each cluster, as one undoable step')
    .option('--json', 'one JSON document on stdout')
    .action(async (path: string, options: Options) => {
      const output = context.outputFor(options);
      const setup = setupOf(options);
      const kinds = (['near', 'semantic'] as const).filter((kind): kind is LinkKind => setup[kind] !== null);
      await withProject(context.environment, context.resolve(path), { write: true }, async (door) => {
        const { client } = door;
        if (kinds.length > 0)
          await followJob(door, (await client.duplicates.scan({ scopes: [setup.scope], kinds })).jobId, output);
        const clusters = await allClusters(client, setup, 'all');
        const families = setup.near === null ? [] : await allClusters(client, setup, 'template');
        const { wouldRemove } = await client.duplicates.overview({ setup });
        const removed =
          options.apply === true
            ? (await client.duplicates.resolve({ setup, key: null, action: 'keep' })).changed
            : undefined;
        const answer = {
          clusters: clusters.map(shape),
          wouldRemove,
          families: families.map(shape),
          ...(removed === undefined ? {} : { removed }),
        };
        output.answer(answer, () => [
          ...clusters.map(
            (one) =>
              `${one.kind} ${one.similarity?.toFixed(2) ?? ''} keep ${sampleRef(one.keeperId)} of ${one.memberIds.map(sampleRef).join(' ')}`,
          ),
          `${count(clusters.length, 'cluster')}, ${count(wouldRemove, 'sample')} would be removed.`,
          ...(families.length === 0
            ? []
            : [`${count(families.length, 'template family', 'template families')} to decide by hand.`]),
          ...(removed === undefined ? [] : [`${count(removed, 'sample')} excluded.`]),
        ]);
      });
    });
}

function setupOf({ exact, near, semantic, scope: compared, reviewed }: Options): Setup {
  const isPlain = exact === undefined && near === undefined && semantic === undefined;
  return {
    scope: compared,
    near: near ?? (isPlain ? DEFAULT_NEAR : null),
    semantic: semantic ?? null,
    neverRemoveReviewed: reviewed !== true,
  };
}

function shape(one: ClusterRow): { kind: ClusterKind; keeper: number; members: number[]; similarity: number | null } {
  return { kind: one.kind, keeper: one.keeperId, members: one.memberIds, similarity: one.similarity };
}

async function allClusters(client: Client, setup: Setup, kind: 'all' | 'template'): Promise<ClusterRow[]> {
  const all: ClusterRow[] = [];
  for (;;) {
    const page = { setup, kind, sort: 'largest', from: all.length, limit: PAGE } as const;
    const { total, rows } = await client.duplicates.clusters(page);
    all.push(...rows);
    if (rows.length === 0 || all.length >= total) return all;
  }
}

function similarity(kind: LinkKind): (text: string) => number {
  const floor = LINK_FLOORS[kind];
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !(value >= floor && value <= 1))
      throw new InvalidArgumentError(`It is a similarity from ${floor} to 1.`);
    return value;
  };
}

function scope(text: string): DuplicateSetup['scope'] {
  if (text === 'prompt' || text === 'trajectory' || text === 'reference') return text;
  throw new InvalidArgumentError('It is prompt, trajectory or reference.');
}
