import { invariant } from '../../../shared/rpc/errors.ts';
import { copilotCli, kimiCli, geminiCli } from './agent-clis.ts';
import { alpaca } from './alpaca.ts';
import { anthropicBatch } from './anthropic-batch.ts';
import { anthropicMessages } from './anthropic-messages.ts';
import { assaySamples } from './assay-samples.ts';
import { atif } from './atif.ts';
import { azureOpenai } from './azure-openai.ts';
import { bedrockConverse } from './bedrock-converse.ts';
import { bfcl } from './bfcl.ts';
import { braintrust } from './braintrust.ts';
import { claudeCode } from './claude-code.ts';
import { codexCli } from './codex-cli.ts';
import { delimited } from './delimited.ts';
import { gemini } from './gemini.ts';
import { helicone } from './helicone.ts';
import { inspectAi } from './inspect-ai.ts';
import { jaeger } from './jaeger.ts';
import { langchain } from './langchain.ts';
import { langfuse } from './langfuse.ts';
import { langsmith } from './langsmith.ts';
import { litellm } from './litellm.ts';
import { mlflow } from './mlflow.ts';
import { openaiAgents } from './openai-agents.ts';
import { openaiBatch } from './openai-batch.ts';
import { openaiChat } from './openai-chat.ts';
import { openaiEvals } from './openai-evals.ts';
import { openaiFinetune } from './openai-finetune.ts';
import { openaiPreference } from './openai-preference.ts';
import { openaiResponses } from './openai-responses.ts';
import { openaiStored } from './openai-stored.ts';
import { openHands } from './openhands.ts';
import { openinference } from './openinference.ts';
import { otel } from './otel.ts';
import { preference } from './preference.ts';
import { problemSets } from './problem-sets.ts';
import { promptfoo } from './promptfoo.ts';
import { rlRows } from './rl-rows.ts';
import { agentInstruct, sharegpt } from './sharegpt.ts';
import { sweAgent } from './swe-agent.ts';
import { tauBench } from './tau-bench.ts';
import { tau2Bench } from './tau2-bench.ts';
import { textCompletion } from './text-completion.ts';
import { toolbench } from './toolbench.ts';
import { turnTables } from './turn-tables.ts';
import { weave } from './weave.ts';
import type { Importer } from './types.ts';

/** Every form that can be imported. Earlier ones win where two are equally sure. */
export const importers = [
  assaySamples,
  otel,
  jaeger,
  openaiAgents,
  mlflow,
  langfuse,
  langsmith,
  weave,
  braintrust,
  helicone,
  openinference,
  langchain,
  codexCli,
  claudeCode,
  copilotCli,
  kimiCli,
  geminiCli,
  sweAgent,
  inspectAi,
  atif,
  openHands,
  tauBench,
  litellm,
  openaiBatch,
  anthropicBatch,
  gemini,
  bedrockConverse,
  anthropicMessages,
  openaiResponses,
  tau2Bench,
  bfcl,
  toolbench,
  textCompletion,
  azureOpenai,
  openaiPreference,
  openaiEvals,
  promptfoo,
  rlRows,
  openaiStored,
  openaiChat,
  openaiFinetune,
  preference,
  agentInstruct,
  sharegpt,
  problemSets,
  alpaca,
  turnTables,
  delimited,
] as const satisfies readonly Importer[];

invariant(new Set(importers.map(({ id }) => id)).size === importers.length, 'importer ids are unique');

/** @returns the importer with this id, undefined when there is none */
export function importerById(id: string): Importer | undefined {
  return importers.find((importer) => importer.id === id);
}
