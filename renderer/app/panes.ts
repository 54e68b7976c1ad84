/** Moves the focus to the next or previous pane of the screen, in document order, round and round. */
export function movePane(step: 1 | -1, root: ParentNode = document): void {
  // A pane that holds others is only there for screens that have no panes of their own.
  const panes = [...root.querySelectorAll<HTMLElement>('[data-pane]:not(:has([data-pane]))')].filter(isVisible);
  if (panes.length === 0) return;
  const active = document.activeElement;
  const current = panes.findLastIndex((pane) => pane === active || pane.contains(active));
  const next = current === -1 ? (step === 1 ? 0 : panes.length - 1) : (current + step + panes.length) % panes.length;
  panes[next]?.focus();
}

function isVisible(element: HTMLElement): boolean {
  return element.checkVisibility();
}
