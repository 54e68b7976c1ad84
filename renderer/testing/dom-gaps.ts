/** Parts of the DOM that browsers have and happy-dom has not; without them components fail where they would only measure. */
export function fillDomGaps(): void {
  const define = (target: object, name: string, value: unknown): void => {
    if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true });
  };
  // The size the screens are drawn for.
  const { happyDOM } = window as { happyDOM?: { setViewport: (size: { width: number; height: number }) => void } };
  happyDOM?.setViewport({ width: 1440, height: 900 });
  define(document, 'fonts', new EventTarget());
  define(Element.prototype, 'scrollIntoView', () => undefined);
  define(Element.prototype, 'checkVisibility', () => true);
}
