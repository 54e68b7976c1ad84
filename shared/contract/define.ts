import type { z } from 'zod';
import { z as zod } from 'zod';
import { JobId } from '../model/ids.ts';
import type { Table } from './tables.ts';

type Scope = 'app' | 'project';

export type QueryDef<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType, S extends Scope = Scope> = {
  readonly kind: 'query';
  readonly scope: S;
  readonly input: I;
  readonly output: O;
  /** Tables whose change makes an answer stale. */
  readonly reads: readonly Table[];
};
export type CommandDef<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType, S extends Scope = Scope> = {
  readonly kind: 'command';
  readonly scope: S;
  readonly input: I;
  readonly output: O;
  /** `journal`: runs inside one undoable action; `none`: cannot be undone. */
  readonly undo: 'journal' | 'none';
};
export type JobDef<I extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> = {
  readonly kind: 'job';
  readonly scope: 'project';
  readonly input: I;
  readonly output: typeof JobStarted;
  readonly result: R;
};
export type MethodDef = QueryDef | CommandDef | JobDef;

/** A job answers at once; its result comes with the job's row. */
export const JobStarted = zod.object({ jobId: JobId });

/** Reads; may be cancelled; cached by the renderer until one of `reads` changes. `scope` is `project` unless said. */
export function query<I extends z.ZodType, O extends z.ZodType, S extends Scope = 'project'>(def: {
  input: I;
  output: O;
  reads: readonly Table[];
  scope?: S;
}): QueryDef<I, O, S> {
  // The default of the type parameter and of the value are the same word.
  const scope = (def.scope ?? 'project') as S;
  return { kind: 'query', scope, input: def.input, output: def.output, reads: def.reads };
}

/** Writes in one short transaction. `scope` is `project` unless said. */
export function command<I extends z.ZodType, O extends z.ZodType, S extends Scope = 'project'>(def: {
  input: I;
  output: O;
  undo: 'journal' | 'none';
  scope?: S;
}): CommandDef<I, O, S> {
  // The default of the type parameter and of the value are the same word.
  const scope = (def.scope ?? 'project') as S;
  return { kind: 'command', scope, input: def.input, output: def.output, undo: def.undo };
}

/** Anything over 50 ms: progress, cancel, persistence and recovery. */
export function job<I extends z.ZodType, R extends z.ZodType>(def: { input: I; result: R }): JobDef<I, R> {
  return { kind: 'job', scope: 'project', input: def.input, output: JobStarted, result: def.result };
}

export type Contract = Readonly<Record<string, Readonly<Record<string, MethodDef>>>>;
export type InputOf<M extends MethodDef> = z.input<M['input']>;
export type ParsedInputOf<M extends MethodDef> = z.output<M['input']>;
export type OutputOf<M extends MethodDef> = z.output<M['output']>;
