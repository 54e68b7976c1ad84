import type { Finding } from './findings.ts';

export function lintSource(_source: string): readonly Finding[] {
  return [];
}
