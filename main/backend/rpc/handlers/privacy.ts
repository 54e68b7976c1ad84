import { scanPrivacy } from '../../services/privacy-scan.ts';
import type { Handlers } from '../types.ts';

export const privacy: Handlers<'privacy'> = {
  scan: ({ project, signal }, input) => scanPrivacy(project, input, signal),
};
