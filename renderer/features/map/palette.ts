/** Colours of the first values; the rest share grey, and the legend names them. */
export const VALUE_COLOURS = [
  'var(--c-1)',
  'var(--warn-solid)',
  'var(--think-solid)',
  'var(--ok-solid)',
  'var(--gold-solid)',
  'var(--tool-solid)',
  'var(--err-solid)',
] as const;
export const OTHER_COLOUR = 'var(--c-base)';

/** @returns the colour of a value by its place; -1: none */
export function colourOf(value: number): string {
  return VALUE_COLOURS[value] ?? OTHER_COLOUR;
}
