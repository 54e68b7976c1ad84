import { count } from '../../../../shared/text/plural.ts';
import { sampleRef } from '../../../../shared/model/ids.ts';
import { sourceFacts } from '../../store/source-facts.ts';
import { inWords } from '../privacy/gate.ts';
import { keyTitle } from '../splitting/group-keys.ts';
import { kindCount } from '../splitting/leak-words.ts';
import { summarise, type PackageFacts } from './manifest.ts';

/** The card of a package: what it holds, where it came from, what is known to be wrong, how to hand it over. */
export function renderCard(facts: PackageFacts): string {
  const { exporter, grader, spec } = facts;
  const lines = [
    `# ${facts.project.name}`,
    '',
    `A dataset for ${exporter.title}, made with Assay ${facts.project.app.version}.`,
    '',
    '## What is in it',
    '',
    '| File | Records | Bytes | SHA-256 |',
    '|---|---|---|---|',
    ...facts.files.map((file) => `| \`${file.path}\` | ${file.records ?? ''} | ${file.bytes} | \`${file.sha256}\` |`),
    '',
    splitLine(facts),
    facts.leftOut === 0
      ? 'No sample was left out.'
      : `${count(facts.leftOut, 'sample')} were left out because of errors; the project lists them.`,
    '',
    `Filter: \`${spec.filter === '' ? 'all samples' : spec.filter}\``,
    '',
    '## Grader',
    '',
    grader === null
      ? 'None was chosen.'
      : `\`${grader.name}\` version ${grader.version}, definition hash \`${grader.definitionHash}\`. Scores that Assay shows for similarity metrics are estimates where the platform does not publish its definition.`,
    '',
    '## Sources',
    '',
    '| Source | Form | Records read | Kept | Refused |',
    '|---|---|---|---|---|',
    ...sourceFacts(facts.project.db).map(
      (source) => `| ${cell(source.name)} | ${source.format} | ${source.seen} | ${source.kept} | ${source.rejected} |`,
    ),
    '',
    '## Leaks between the splits',
    '',
    ...leakLines(facts),
    '',
    '## Personal data',
    '',
    ...privacyLines(facts),
    '',
    '## Known problems',
    '',
    ...problemLines(facts),
    '',
    '## Hand it over',
    '',
    ...exporter.instructions.map((step, at) => `${at + 1}. ${step}`),
    '',
  ];
  return lines.join('\n');
}

/** How many samples each file has and how they came there. */
function splitLine({ counts, spec, stored }: PackageFacts): string {
  const sides = `${count(counts.train, 'sample')} to train on and ${count(counts.validation, 'sample')} to validate with`;
  if (stored === null) return `${sides}, split by seed ${spec.seed}; samples with the same content stay on one side.`;
  const { rules, locked, unassigned } = stored;
  const held =
    counts.test === 0
      ? ''
      : ` ${count(counts.test, 'sample')} ${counts.test === 1 ? 'is' : 'are'} held out in \`test.jsonl\` for a last comparison: keep ${counts.test === 1 ? 'it' : 'them'} from training.`;
  const together = rules.groupBy.map((key) => keyTitle(key).toLowerCase()).join(', ');
  const mixed = rules.stratifyBy.map((key) => keyTitle(`facet.${key}`).toLowerCase()).join(', ');
  return [
    `${sides}, as the project is split: seed ${rules.seed}${together === '' ? '' : `, kept together by ${together}`}${mixed === '' ? '' : `, mixed alike by ${mixed}`}, ${locked} locked.${held}`,
    ...(unassigned === 0
      ? []
      : [`${count(unassigned, 'sample')} without a split ${unassigned === 1 ? 'is' : 'are'} not in it.`]),
  ].join(' ');
}

function leakLines({ leaks }: PackageFacts): string[] {
  if (leaks.checked === 'none') return ['Not checked, since the project has no split of its own.'];
  const more = leaks.acceptedCount - leaks.accepted.length;
  return [
    leaks.open === 0 ? 'None is open.' : `${count(leaks.open, 'pair')} open.`,
    ...(leaks.checked === 'yes' ? [] : ['Not checked as the samples are now.']),
    ...(leaks.acceptedCount === 0 ? [] : ['', 'Accepted all the same:', '']),
    ...leaks.accepted.map(
      ({ kind, a, b, reason }) =>
        `- ${kindCount(kind, 1).replace(/^1 /u, '')}, ${sampleRef(a.sampleId)} (${a.split}) and ${sampleRef(b.sampleId)} (${b.split}): ${cell(reason ?? '')}`,
    ),
    ...(more > 0 ? [`- and ${count(more, 'more pair')}`] : []),
  ];
}

function privacyLines({ privacy }: PackageFacts): string[] {
  const { open, kept, unscanned, allowed } = privacy;
  const openWords = inWords(open);
  const keptWords = inWords(kept);
  return [
    openWords === '' ? 'None that the scan knows is open.' : `Open: ${openWords}.`,
    ...(keptWords === '' ? [] : [`Left as it is by the project’s policy: ${keptWords}.`]),
    ...(unscanned === 0 ? [] : [`${count(unscanned, 'sample')} not looked through.`]),
    ...(allowed === null ? [] : [`Let out all the same, because: ${cell(allowed)}`]),
    'Names of people and addresses are found by pattern and dictionary only, so not all of them.',
  ];
}

function problemLines(facts: PackageFacts): string[] {
  const summary = summarise(facts.problems);
  if (summary.length === 0) return ['None was found.'];
  return summary.map((entry) => `- ${entry.severity}: ${entry.code}, ${entry.count}`);
}

/** A source's name comes from a stranger's file: no table breaks, no markup. */
function cell(text: string): string {
  return text.replaceAll(/[|\\`<>[\]*_\n\r]/gu, (mark) => (mark === '\n' || mark === '\r' ? ' ' : `\\${mark}`));
}
