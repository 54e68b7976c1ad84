import { chosenCounts, isImportable, updateTarget } from './file-state.ts';
import type { InspectedFile } from './use-inspections.ts';
import { stepBeside, type StepName, type WizardState } from './wizard-state.ts';

export type NextAction = {
  readonly kind: 'toForm' | 'toMapping' | 'toCheck' | 'toCheckHead' | 'importSamples' | 'importFiles' | 'update';
  /** Of files, records or samples, as the kind says. */
  readonly count: number;
  readonly isOff: boolean;
};

/**
 * What the button at the foot does and to how many. Samples are counted only when every file was read to its end;
 * otherwise nobody knows their number yet, and files are counted. Files that all bring sources up to date are said to.
 */
export function nextAction(
  step: StepName,
  steps: readonly StepName[],
  inspected: readonly Pick<InspectedFile, 'file' | 'state' | 'inspection'>[],
  updates: WizardState['updates'] = {},
): NextAction {
  const known = inspected.flatMap(({ inspection }) => (inspection === undefined ? [] : [inspection]));
  if (step === 'files') return { kind: 'toForm', count: inspected.length, isOff: inspected.length === 0 };
  if (step !== 'check') {
    if (stepBeside(steps, step, 1) === 'mapping') return { kind: 'toMapping', count: 0, isOff: false };
    const isWhole = known.every((inspection) => inspection.complete || inspection.recordsRead === 0);
    const count = known.reduce((sum, inspection) => sum + inspection.recordsRead, 0);
    return { kind: isWhole ? 'toCheck' : 'toCheckHead', count, isOff: false };
  }
  const taken = inspected.filter(({ state }) => isImportable(state));
  const ready = taken.flatMap(({ inspection }) => inspection ?? []);
  const updating = taken.filter(({ file, inspection }) => updateTarget(inspection, updates[file.ref]) !== null).length;
  const isOff = ready.length === 0 || inspected.some(({ state }) => state === 'reading');
  if (updating > 0 && updating === taken.length) return { kind: 'update', count: updating, isOff };
  const isCountable = updating === 0 && ready.every((inspection) => inspection.complete && !inspection.alreadyImported);
  if (!isCountable || ready.length === 0) return { kind: 'importFiles', count: ready.length, isOff };
  const samples = ready.reduce((sum, inspection) => sum + chosenCounts(inspection).samples, 0);
  return { kind: 'importSamples', count: samples, isOff: isOff || samples === 0 };
}
