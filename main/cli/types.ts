import type { Command } from 'commander';
import type { Environment } from './open.ts';
import type { Output } from './output.ts';

export type CommandContext = {
  readonly environment: Environment;
  /** Made from the command's own `--json`. */
  readonly outputFor: (options: { readonly json?: boolean }) => Output;
  /** @returns the path as the person meant it, from where the command was called */
  readonly resolve: (path: string) => string;
  /** Commands set it when they end without an error but with nothing done. */
  readonly setExitCode: (code: number) => void;
};

/** Adds one command to the program. */
export type RegisterCommand = (program: Command, context: CommandContext) => void;
