import { z } from 'zod';
import { command, query } from './define.ts';

/** Targets a column or a field can be mapped to. `reference.NAME` makes a reference field. */
export const MappingKey = z.string().max(200);
/** Assay field to column. Fields: prompt, system, answer, reward, tools, group, title, model, reference.NAME, tag. */
export const Mapping = z.record(MappingKey, z.string().max(500));
export type Mapping = z.infer<typeof Mapping>;

export const MappingPreset = z.object({ name: z.string().trim().min(1).max(80), map: Mapping });
export type MappingPreset = z.infer<typeof MappingPreset>;

const Columns = z.array(z.string().max(500)).max(2_000);
const app = { scope: 'app', undo: 'none' } as const;
const Done = z.object({ changed: z.int() });

/**
 * Mappings of this computer, not of a project. One that was used for an import is remembered for the same set of columns,
 * whatever their order; presets have names. Only names of columns are kept, never what is in them.
 */
export const mappings = {
  /** Presets whose columns are all among `columns`, or all of them without it. */
  presets: query({
    scope: 'app',
    input: z.object({ columns: Columns.optional() }),
    output: z.array(MappingPreset),
    reads: ['setting'],
  }),
  /** Replaces the preset of the same name. */
  savePreset: command({ ...app, input: MappingPreset, output: Done }),
  removePreset: command({ ...app, input: z.object({ name: z.string() }), output: Done }),
  forgetMapping: command({ ...app, input: z.object({ columns: Columns }), output: Done }),
};
