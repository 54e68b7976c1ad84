import { compareToolUse, samplesBehind, summariseToolUse } from '../../services/tool-use.ts';
import type { Handlers } from '../types.ts';

export const toolUse: Handlers<'toolUse'> = {
  summary: ({ project, signal }, input) => summariseToolUse(project, input, signal),
  compare: ({ project, signal }, input) => compareToolUse(project, input, signal),
  behind: ({ project, signal }, input) => samplesBehind(project, input, signal),
};
