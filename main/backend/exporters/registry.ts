import { azureRft } from './azure-rft.ts';
import { openAiRft } from './openai-rft.ts';
import type { Exporter } from './types.ts';

/** Every trainer's shape. Add a file, then a line. */
export const exporters = [openAiRft, azureRft] as const satisfies readonly Exporter[];

export function exporterById(id: string): Exporter | undefined {
  return exporters.find((exporter) => exporter.id === id);
}
