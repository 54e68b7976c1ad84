import { contract } from '../../../shared/contract/index.ts';
import type { MethodDef } from '../../../shared/contract/define.ts';
import { AppError } from '../../../shared/rpc/errors.ts';
import type { AppCall, AllHandlers, ProjectCall } from './types.ts';

type LooseHandler = (call: AppCall | ProjectCall, input: unknown) => unknown;
type Route = { readonly def: MethodDef; readonly handler: LooseHandler };

export type Router = {
  /**
   * Validates the input, runs the handler, validates the output.
   *
   * @throws {AppError} `not_found` for an unknown method or project, `invalid_input` with the issue paths
   */
  readonly run: (call: AppCall, method: string, projectId: string | null, input: unknown) => Promise<unknown>;
};

/** Joins contract and handlers; every method of the contract has a handler by type. */
export function createRouter(handlers: AllHandlers): Router {
  const routes = new Map<string, Route>();
  for (const [namespace, defs] of Object.entries(contract))
    for (const [name, def] of Object.entries<MethodDef>(defs)) {
      // Handlers are typed against the contract where they are written; here both are walked by name.
      const group = handlers[namespace as keyof AllHandlers] as Readonly<Record<string, LooseHandler>>;
      const handler = group[name];
      if (handler !== undefined) routes.set(`${namespace}.${name}`, { def, handler } satisfies Route);
    }
  return {
    async run(call, method, projectId, input) {
      const route = routes.get(method);
      if (route === undefined) throw new AppError('not_found', `There is no method ${method.slice(0, 80)}.`);
      const parsed = route.def.input.safeParse(input);
      if (!parsed.success)
        throw new AppError('invalid_input', `The input of ${method} is not valid: ${describe(parsed.error.issues)}.`, {
          details: parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
        });
      const scoped = route.def.scope === 'app' ? call : { ...call, project: call.projects.get(projectId) };
      const value = await route.handler(scoped, parsed.data);
      const output = route.def.output.safeParse(value);
      if (!output.success)
        throw new Error(`The answer of ${method} breaks its contract: ${describe(output.error.issues)}`);
      return output.data;
    },
  };
}

function describe(issues: readonly { path: readonly PropertyKey[]; message: string }[]): string {
  const first = issues[0];
  if (first === undefined) return 'unknown issue';
  const more = issues.length > 1 ? ` and ${issues.length - 1} more` : '';
  return `${first.path.join('.') || 'input'}: ${first.message}${more}`;
}
