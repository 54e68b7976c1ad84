// A program of somebody else, run as a process of its own: the official SDK through the proxy, or straight to the upstream
// with OpenTelemetry watching it. Says on stdout what was said. Reads UPSTREAM and, when it is watched, OTLP_URL and OTLP_TOKEN.
import process from 'node:process';
import { OpenAIInstrumentation } from '@arizeai/openinference-instrumentation-openai';
import { trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import OpenAI from 'openai';
import { chatTalk, responsesTalk, type Plain } from './talks.ts';

const { UPSTREAM = '', OTLP_URL, OTLP_TOKEN = '' } = process.env;
const client = new OpenAI({ apiKey: 'sk-key-of-the-caller', baseURL: UPSTREAM });
const talks: Record<string, readonly Plain[]> = {};

if (OTLP_URL === undefined) {
  talks['Chat'] = await chatTalk(client, 'Chat', false);
  talks['Chat stream'] = await chatTalk(client, 'Chat stream', true);
  talks['Responses'] = await responsesTalk(client, 'Responses', false);
  talks['Responses stream'] = await responsesTalk(client, 'Responses stream', true);
} else {
  const provider = new NodeTracerProvider({
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ url: OTLP_URL, headers: { 'x-assay-token': OTLP_TOKEN } })),
    ],
  });
  provider.register();
  new OpenAIInstrumentation({ tracerProvider: provider }).manuallyInstrument(OpenAI);
  // The instrumentation runs the names and arguments of parallel calls together when they are streamed, so there is one.
  for (const [name, stream, parts] of [
    ['Watched', false, 'the bell and the basket'],
    ['Watched stream', true, 'the basket'],
  ] as const)
    await trace.getTracer('shop').startActiveSpan(name, async (span) => {
      talks[name] = await chatTalk(client, name, stream, parts);
      span.end();
    });
  await provider.shutdown();
}
process.stdout.write(JSON.stringify(talks));
