import type { AppContract } from '../../../shared/contract/index.ts';
import type { MethodDef, OutputOf, ParsedInputOf } from '../../../shared/contract/define.ts';
import type { AppContext, HostKind, ProjectContext } from '../context.ts';
import type { ProjectRegistry } from '../services/projects.ts';

/** One window, tab or command line talking to the backend. */
export type SessionInfo = { readonly id: string; readonly host: HostKind; readonly openPath: string | null };

export type AppCall = {
  readonly app: AppContext;
  readonly projects: ProjectRegistry;
  readonly session: SessionInfo;
  readonly signal: AbortSignal;
};
export type ProjectCall = AppCall & { readonly project: ProjectContext };

type CallOf<M extends MethodDef> = M['scope'] extends 'app' ? AppCall : ProjectCall;
export type Handler<M extends MethodDef> = (
  call: CallOf<M>,
  input: ParsedInputOf<M>,
) => OutputOf<M> | Promise<OutputOf<M>>;

/** Handlers of one namespace: a missing or extra one does not compile. */
export type Handlers<N extends keyof AppContract> = {
  readonly [K in keyof AppContract[N]]: AppContract[N][K] extends MethodDef ? Handler<AppContract[N][K]> : never;
};
export type AllHandlers = { readonly [N in keyof AppContract]: Handlers<N> };
