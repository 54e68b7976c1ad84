import { applyBalance, previewBalance } from '../../services/balancing/balancing.ts';
import type { Handlers } from '../types.ts';

export const balance: Handlers<'balance'> = {
  preview: ({ project, signal }, spec) => previewBalance(project, spec, signal),
  apply: ({ project }, spec) => applyBalance(project, spec),
};
