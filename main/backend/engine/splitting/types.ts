import type { SplitName } from '../../../../shared/contract/splits.ts';

export type PerSplit<T> = Readonly<Record<SplitName, T>>;

/** From the side that trains to the side that is kept longest. */
export const SPLIT_ORDER = ['train', 'validation', 'test'] as const satisfies readonly SplitName[];

/** @returns a record with the same made for each split */
export function perSplit<T>(make: (split: SplitName) => T): Record<SplitName, T> {
  return { train: make('train'), validation: make('validation'), test: make('test') };
}

/** A sample as the engine divides it. */
export type Divisible = {
  /** Its name by content, so that the order of import does not matter. */
  readonly name: string;
  /** What should be mixed alike in every split: `lang:de`, `outcome:success`. */
  readonly labels: readonly string[];
  /** The split that it must stay in. */
  readonly locked: SplitName | null;
};
