import type { Command } from 'commander';
import { likeness as likenessContract } from '../../../shared/contract/likeness.ts';
import type { Likeness } from '../../../shared/model/likeness.ts';
import { AppError } from '../../../shared/rpc/errors.ts';
import type { Client } from '../../../shared/rpc/client.ts';
import { count } from '../../../shared/text/plural.ts';
import { followJob, withProject } from '../open.ts';
import type { CommandContext } from '../types.ts';

type Options = { json?: boolean; reference?: string; where?: string; text?: boolean };

export function registerDrift(program: Command, context: CommandContext): void {
  program
    .command('drift')
    .description('how far the curated set is from production traffic, by every facet and by text')
    .argument('<project>', 'the .assay file')
    .option(
      '--reference <source>',
      'name or id of the source to compare with; the sources marked as production when absent',
    )
    .option('--where <query>', 'the curated set; the included samples when absent')
    .option('--no-text', 'leave the texts out')
    .option('--json', 'one JSON document on stdout')
    .action(async (path: string, options: Options) => {
      const output = context.outputFor(options);
      await withProject(context.environment, context.resolve(path), { write: false }, async (door) => {
        const reference = options.reference === undefined ? null : await sourceId(door.client, options.reference);
        const comparison = { filter: options.where ?? null, reference };
        const sets = await door.client.likeness.compare(comparison);
        const text = options.text !== false;
        const { jobId } = await door.client.likeness.measure({ ...comparison, text });
        const found = likenessContract.measure.result.parse((await followJob(door, jobId, output)).result);
        output.answer({ filter: sets.filter, sources: sets.production, ...found }, () => lines(found));
      });
    });
}

async function sourceId(client: Client, nameOrId: string) {
  const inSight = (await client.sources.list({})).map(({ id, name }) => ({ id, name }));
  const marked = (await client.likeness.sources({})).map(({ sourceId: id, name }) => ({ id, name }));
  const sources = [...inSight, ...marked.filter(({ id }) => !inSight.some((one) => one.id === id))];
  const byName = sources.filter((source) => source.name === nameOrId);
  if (byName.length > 1)
    throw new AppError('invalid_input', `${byName.length} sources are called ${nameOrId}. Give the id of one.`);
  const found = byName[0] ?? sources.find((source) => String(source.id) === nameOrId);
  if (found === undefined)
    throw new AppError('not_found', `There is no source called ${nameOrId}. \`sources\` lists those there are.`);
  return found.id;
}

function lines(found: Likeness): string[] {
  const sets = `${count(found.curated, 'curated sample')} against ${count(found.production, 'production sample')}.`;
  const { drift } = found;
  if (drift === null) return [sets, 'drift: not measured'];
  return [
    sets,
    `drift: ${number(drift.value)}, ${number(drift.low)} to ${number(drift.high)}, by ${drift.title}: ${drift.state}${drift.isWide ? ', wide' : ''}`,
    ...found.facets.flatMap((facet) =>
      facet.distance === null
        ? []
        : [`  ${facet.title}: ${number(facet.distance)}, ${number(facet.low ?? 0)} to ${number(facet.high ?? 1)}`],
    ),
    ...(found.text.state === 'measured'
      ? found.text.parts.map((part) => `  text: AUC ${number(part.auc)}, ${number(part.low)} to ${number(part.high)}`)
      : [`  text: not measured (${found.text.reason})`]),
    ...found.missing.map((cell) => `  add ${cell.toAdd} of ${cell.facetTitle}: ${cell.label}`),
  ];
}

function number(value: number): string {
  return value.toFixed(3);
}
