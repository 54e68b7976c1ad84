/** What a key means on the grid of samples. Letters are commands of the page; these belong to the focused row. */
export type GridMove =
  | { readonly kind: 'focus'; readonly to: number; readonly stretches: boolean }
  | { readonly kind: 'check' }
  | { readonly kind: 'checkAll' }
  | { readonly kind: 'open' }
  | { readonly kind: 'clear' };

type Key = {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
};

/** @returns what to do, or null when the key is not the grid's; `page` is how many rows are in sight */
export function gridMove(event: Key, focus: number, total: number, page: number): GridMove | null {
  if (event.altKey) return null;
  const hasMod = event.ctrlKey || event.metaKey;
  if (hasMod) return event.key.toLowerCase() === 'a' && !event.shiftKey ? { kind: 'checkAll' } : null;
  if (event.key === ' ') return { kind: 'check' };
  if (event.key === 'Enter') return event.shiftKey ? null : { kind: 'open' };
  if (event.key === 'Escape') return { kind: 'clear' };
  const target = targetOf(event.key, focus, total, page);
  if (target === null || total === 0) return null;
  return { kind: 'focus', to: Math.max(0, Math.min(total - 1, target)), stretches: event.shiftKey };
}

function targetOf(key: string, focus: number, total: number, page: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return focus + 1;
    case 'ArrowUp':
      return focus - 1;
    case 'PageDown':
      return focus + page;
    case 'PageUp':
      return focus - page;
    case 'Home':
      return 0;
    case 'End':
      return total - 1;
    default:
      return null;
  }
}
