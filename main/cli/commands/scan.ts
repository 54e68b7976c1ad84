import type { Command } from 'commander';
import { withProject } from '../open.ts';
import { scanFlags } from './scan-flags.ts';
import { scanPrivacy } from './scan-privacy.ts';
import type { CommandContext } from '../types.ts';

type ScanOptions = { json?: boolean; where?: string; flags?: boolean; privacy?: boolean };

/** Flags that the look for personal data raises itself. */
const BY_PRIVACY: readonly string[] = ['personal-data', 'secret'];

export function registerScan(program: Command, context: CommandContext): void {
  program
    .command('scan')
    .description('look for private data: mail addresses, phone numbers, cards, ids, keys, names')
    .argument('<project>', 'the .assay file')
    .option('--privacy', 'private data, the default')
    .option('--flags', 'the automatic flags: what is cut off, stuck, refused, broken, old or far out')
    .option('--where <query>', 'only samples that match')
    .option('--json', 'one JSON document on stdout')
    .action(async (path: string, options: ScanOptions) => {
      const output = context.outputFor(options);
      const where = options.where ?? '';
      await withProject(context.environment, context.resolve(path), { write: false }, async (door, project) => {
        const wantsFlags = options.flags === true;
        const privacy = wantsFlags && options.privacy !== true ? null : await scanPrivacy(door, project, where, output);
        const flags = wantsFlags ? await scanFlags(door, project, where, output) : null;
        const { lines, ...answer } = joined(flags, privacy);
        output.answer(answer, lines);
      });
    });
}

type Flags = Awaited<ReturnType<typeof scanFlags>>;
type Privacy = Awaited<ReturnType<typeof scanPrivacy>>;

/** One answer of one shape, whichever was asked for. Personal data that both name is told once, with its place. */
function joined(flags: Flags | null, privacy: Privacy | null) {
  if (flags === null || privacy === null) return flags ?? privacy ?? NOTHING;
  const own = flags.findings.filter(({ rule }) => !BY_PRIVACY.includes(rule));
  const rules = Object.entries(flags.byRule).filter(([rule]) => !BY_PRIVACY.includes(rule));
  return {
    ...privacy,
    total: privacy.total + rules.reduce((sum, [, found]) => sum + found, 0),
    byRule: { ...privacy.byRule, ...Object.fromEntries(rules) },
    findings: [...privacy.findings, ...own],
    lines: () => [...flags.lines(), ...privacy.lines()],
  };
}

const NOTHING = { samples: 0, total: 0, byRule: {}, findings: [], lines: () => [] };
