import type { InputOf, MethodDef, OutputOf } from '../../shared/contract/define.ts';
import { contract, type AppContract } from '../../shared/contract/index.ts';
import type { Client } from '../../shared/rpc/client.ts';

type Names = { [N in keyof AppContract]: `${N}.${Extract<keyof AppContract[N], string>}` };
/** `samples.get` and so on. */
export type MethodName = Names[keyof Names];
type Lookup<P> = P extends `${infer N}.${infer M}`
  ? N extends keyof AppContract
    ? M extends keyof AppContract[N]
      ? AppContract[N][M]
      : never
    : never
  : never;
type OfKind<K extends MethodDef['kind']> = {
  [P in MethodName]: Lookup<P> extends { readonly kind: K } ? P : never;
}[MethodName];

export type QueryName = OfKind<'query'>;
export type CommandName = OfKind<'command'>;
export type JobName = OfKind<'job'>;

export type Input<P extends MethodName> = Lookup<P> extends infer M extends MethodDef ? InputOf<M> : never;
export type Output<P extends MethodName> = Lookup<P> extends infer M extends MethodDef ? OutputOf<M> : never;
export type JobResult<P extends JobName> =
  Lookup<P> extends { readonly result: { readonly _output: infer R } } ? R : never;

type AnyMethod = (input: unknown, options: { signal?: AbortSignal | undefined }) => Promise<unknown>;

/** The contract's entry of a method. */
export function methodDef(name: MethodName): MethodDef {
  const [namespace = '', method = ''] = name.split('.');
  const groups: Readonly<Record<string, Readonly<Record<string, MethodDef>>>> = contract;
  const def = groups[namespace]?.[method];
  if (def === undefined) throw new Error(`The contract has no ${name}`);
  return def;
}

/** Calls a method by its name. */
export async function callMethod<P extends MethodName>(
  client: Client,
  name: P,
  input: Input<P>,
  signal?: AbortSignal,
): Promise<Output<P>> {
  const [namespace = '', method = ''] = name.split('.');
  // The client is built from the contract, group by group; only its exact type is lost by a name that is data.
  const groups = client as unknown as Readonly<Record<string, Readonly<Record<string, AnyMethod>>>>;
  const call = groups[namespace]?.[method];
  if (call === undefined) throw new Error(`The contract has no ${name}`);
  return (await call(input, { signal })) as Output<P>;
}
