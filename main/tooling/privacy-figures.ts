// `npm run privacy`: precision and recall of the privacy detectors over their labelled set.
import { measure } from '../backend/privacy/testing/figures.ts';

const { figures, wrong } = await measure();
const share = (part: number, whole: number): string => (whole === 0 ? '   -' : (part / whole).toFixed(2).padStart(4));
process.stdout.write('kind           labelled  precision  recall\n');
for (const { kind, labelled, found, right } of figures)
  process.stdout.write(
    `${kind.padEnd(14)} ${String(labelled).padStart(8)} ${share(right, found).padStart(10)} ${share(right, labelled).padStart(7)}\n`,
  );
for (const { text, missed, extra } of wrong) {
  process.stdout.write(`\n${text}\n`);
  if (missed.length > 0) process.stdout.write(`  missed ${missed.join('; ')}\n`);
  if (extra.length > 0) process.stdout.write(`  wrong  ${extra.join('; ')}\n`);
}
