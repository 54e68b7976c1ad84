import { z } from 'zod';
import { Mapping, MappingPreset } from '../../../../shared/contract/source-mappings.ts';
import type { AppContext } from '../../context.ts';
import { canonicalJson } from '../../engine/canonical.ts';
import { contentUid } from '../../engine/hash.ts';

const REMEMBERED = 'mapping.remembered';
const PRESETS = 'mapping.presets';
/** Shapes that are remembered; the longest unused goes first. */
const MAX_SHAPES = 200;
const MAX_PRESETS = 200;

const Remembered = z.array(z.object({ shape: z.string(), map: Mapping }));
type Remembered = z.infer<typeof Remembered>;

/** Names a set of columns, whatever their order. */
function shapeOf(columns: readonly string[]): string {
  return contentUid(canonicalJson([...new Set(columns)].sort()));
}

function remembered(app: AppContext): Remembered {
  const parsed = Remembered.safeParse(app.appDb.settings()[REMEMBERED] ?? []);
  return parsed.success ? parsed.data : [];
}

/** @returns the mapping that was last used for a table of just these columns */
export function recallMapping(app: AppContext, columns: readonly string[]): Mapping | undefined {
  if (columns.length === 0) return undefined;
  const shape = shapeOf(columns);
  return remembered(app).find((one) => one.shape === shape)?.map;
}

/** Keeps a mapping that a person used; one that names a column that is not there is of another shape. */
export function rememberMapping(app: AppContext, columns: readonly string[], map: Mapping): void {
  if (columns.length === 0 || Object.keys(map).length === 0) return;
  if (!Object.values(map).every((column) => columns.includes(column))) return;
  const shape = shapeOf(columns);
  const others = remembered(app).filter((one) => one.shape !== shape);
  app.appDb.setSetting(REMEMBERED, [...others, { shape, map }].slice(-MAX_SHAPES));
}

/** @returns 1 when something was remembered for these columns */
export function forgetMapping(app: AppContext, columns: readonly string[]): number {
  const shape = shapeOf(columns);
  const all = remembered(app);
  const left = all.filter((one) => one.shape !== shape);
  if (left.length < all.length) app.appDb.setSetting(REMEMBERED, left);
  return all.length - left.length;
}

/** @returns presets by name; with `columns`, only those whose columns are all among them */
export function listPresets(app: AppContext, columns?: readonly string[]): MappingPreset[] {
  const parsed = z.array(MappingPreset).safeParse(app.appDb.settings()[PRESETS] ?? []);
  const all = parsed.success ? parsed.data : [];
  return columns === undefined
    ? all
    : all.filter(({ map }) => Object.values(map).every((one) => columns.includes(one)));
}

export function savePreset(app: AppContext, preset: MappingPreset): number {
  const others = listPresets(app).filter(({ name }) => name !== preset.name);
  const all = [...others, preset].sort((a, b) => a.name.localeCompare(b.name, 'en'));
  app.appDb.setSetting(PRESETS, all.slice(0, MAX_PRESETS));
  return 1;
}

export function removePreset(app: AppContext, name: string): number {
  const all = listPresets(app);
  const left = all.filter((preset) => preset.name !== name);
  if (left.length < all.length) app.appDb.setSetting(PRESETS, left);
  return all.length - left.length;
}
