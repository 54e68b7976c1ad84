import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import type { LiveSetting, LiveStatus } from '../../../shared/contract/live.ts';
import { AppError } from '../../../shared/rpc/errors.ts';
import { count } from '../../../shared/text/plural.ts';
import { withProject } from '../open.ts';
import type { Output } from '../output.ts';
import type { CommandContext } from '../types.ts';

type Options = { json?: boolean; otlp?: number; proxy?: string; port?: number; token: boolean; quiet?: number };

const TITLES: Readonly<Record<LiveSetting['id'], string>> = {
  'otel-env': 'OpenTelemetry, environment',
  'otel-python': 'OpenTelemetry, Python',
  'otel-js': 'OpenTelemetry, JavaScript',
  'openinference-python': 'OpenInference, Python',
  'openai-env': 'openai SDK, environment',
  'openai-python': 'openai SDK, Python',
  'openai-js': 'openai SDK, JavaScript',
};

export function registerCollect(program: Command, context: CommandContext): void {
  program
    .command('collect')
    .description('take in traffic as it happens, on this machine only, until Ctrl C')
    .argument('<project>', 'the .assay file, which is made when missing')
    .option('--otlp <port>', 'receive OpenTelemetry traces on this port; 0 takes a free one', parsePort)
    .option('--proxy <upstream>', 'record calls and send them on to this address, such as https://api.openai.com/v1')
    .option('--port <port>', 'port of the proxy; a free one when absent', parsePort)
    .option('--no-token', 'take in what any program on this machine sends')
    .option('--quiet <seconds>', 'make samples of what has been quiet for so long', parseSeconds)
    .option('--json', 'one JSON document on stdout, at the end')
    .action(async (project: string, options: Options) => {
      const output = context.outputFor(options);
      const status = await collect(context, context.resolve(project), options, output);
      const { counts } = status;
      output.answer(counts, () => [
        `${count(counts.spans, 'span')} and ${count(counts.exchanges, 'call')} came in.`,
        `${count(counts.samplesAdded, 'sample')} added, ${counts.samplesUpdated} updated.`,
        ...(counts.issues === 0 ? [] : [`${count(counts.issues, 'issue')}: see the list of sources.`]),
      ]);
    });
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/u.test(text) || port > 65_535) throw new InvalidArgumentError('Write a port from 0 to 65535.');
  return port;
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!(seconds >= 0.1 && seconds <= 600)) throw new InvalidArgumentError('Write seconds from 0.1 to 600.');
  return seconds;
}

async function collect(
  context: CommandContext,
  project: string,
  { otlp, proxy, port, token, quiet }: Options,
  output: Output,
): Promise<LiveStatus> {
  if (otlp === undefined && proxy === undefined)
    throw new AppError('invalid_input', 'Say what to collect: --otlp PORT, --proxy UPSTREAM, or both.');
  if (port !== undefined && proxy === undefined)
    throw new AppError('invalid_input', '--port is the port of the proxy: give --proxy UPSTREAM with it.');
  return withProject(context.environment, project, { create: true, write: true }, async ({ client }) => {
    const stopped = untilStopped();
    await client.live.start({
      ...(otlp === undefined ? {} : { otlp: { port: orFree(otlp) } }),
      ...(proxy === undefined ? {} : { proxy: { upstream: proxy, port: orFree(port ?? 0) } }),
      needsToken: token,
      ...(quiet === undefined ? {} : { quietMs: Math.round(quiet * 1_000) }),
    });
    for (const setting of await client.live.settings({})) output.note(`# ${TITLES[setting.id]}\n${setting.text}\n`);
    output.note('Collecting. Ctrl C ends it.');
    await stopped;
    return client.live.stop({});
  });
}

function orFree(port: number): number | null {
  return port === 0 ? null : port;
}

async function untilStopped(): Promise<void> {
  await new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}
