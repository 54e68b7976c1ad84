import type { LiveSetting, LiveStatus } from '../../../shared/contract/live.ts';
import { TOKEN_HEADER } from './guards.ts';

/** @returns settings to copy into programs, with the addresses and the token in use; empty when collection is off */
export function liveSettings({ otlp, proxy, token }: LiveStatus): LiveSetting[] {
  return [...(otlp === null ? [] : otlpSettings(otlp.url, token)), ...(proxy === null ? [] : proxySettings(proxy.url))];
}

function otlpSettings(url: string, token: string | null): LiveSetting[] {
  const shell = [
    `export OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=${url}`,
    'export OTEL_EXPORTER_OTLP_TRACES_PROTOCOL=http/protobuf',
    ...(token === null ? [] : [`export OTEL_EXPORTER_OTLP_TRACES_HEADERS=${TOKEN_HEADER}=${token}`]),
    // Some instrumentations send what was said as log records.
    `export OTEL_EXPORTER_OTLP_LOGS_ENDPOINT=${url.replace(/traces$/u, 'logs')}`,
    ...(token === null ? [] : [`export OTEL_EXPORTER_OTLP_LOGS_HEADERS=${TOKEN_HEADER}=${token}`]),
    // Most instrumentations leave the messages out unless told otherwise.
    'export OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true',
    'export TRACELOOP_TRACE_CONTENT=true',
  ];
  const headers = token === null ? '' : `, headers={"${TOKEN_HEADER}": "${token}"}`;
  const exporter = `OTLPSpanExporter(endpoint="${url}"${headers})`;
  const python = [
    'from opentelemetry import trace',
    'from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter',
    'from opentelemetry.sdk.trace import TracerProvider',
    'from opentelemetry.sdk.trace.export import BatchSpanProcessor',
    '',
    'provider = TracerProvider()',
    `provider.add_span_processor(BatchSpanProcessor(${exporter}))`,
    'trace.set_tracer_provider(provider)',
  ];
  const openinference = [
    ...python,
    '',
    'from openinference.instrumentation.openai import OpenAIInstrumentor',
    'OpenAIInstrumentor().instrument(tracer_provider=provider)',
  ];
  const javascript = [
    "import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';",
    "import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';",
    '',
    'const exporter = new OTLPTraceExporter({',
    `  url: '${url}',`,
    ...(token === null ? [] : [`  headers: { '${TOKEN_HEADER}': '${token}' },`]),
    '});',
    'new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] }).register();',
  ];
  return [
    { id: 'otel-env', receiver: 'otlp', language: 'shell', text: shell.join('\n') },
    { id: 'otel-python', receiver: 'otlp', language: 'python', text: python.join('\n') },
    { id: 'otel-js', receiver: 'otlp', language: 'javascript', text: javascript.join('\n') },
    { id: 'openinference-python', receiver: 'otlp', language: 'python', text: openinference.join('\n') },
  ];
}

/** The key stays where it is: SDKs send it along, and the proxy passes it on. */
function proxySettings(url: string): LiveSetting[] {
  return [
    { id: 'openai-env', receiver: 'proxy', language: 'shell', text: `export OPENAI_BASE_URL=${url}` },
    {
      id: 'openai-python',
      receiver: 'proxy',
      language: 'python',
      text: `from openai import OpenAI\n\nclient = OpenAI(base_url="${url}")`,
    },
    {
      id: 'openai-js',
      receiver: 'proxy',
      language: 'javascript',
      text: `import OpenAI from 'openai';\n\nconst client = new OpenAI({ baseURL: '${url}' });`,
    },
  ];
}
