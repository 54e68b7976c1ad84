import { createSpotlight } from '@mantine/spotlight';

/** The one palette of the window; title bar and commands open it. */
export const [paletteStore, palette] = createSpotlight();
