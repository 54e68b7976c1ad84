import type { ErrorCode } from '../../shared/rpc/errors.ts';
import { translate } from './index.ts';

/** A short title for a failure. */
export function errorTitle(code: ErrorCode): string {
  return translate(`errors:${code}.title`);
}

/** What to do about it, one sentence. */
export function errorNextStep(code: ErrorCode): string {
  return translate(`errors:${code}.next`);
}
