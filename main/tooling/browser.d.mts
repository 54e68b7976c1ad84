/** Path of an installed Chromium, Chrome or Edge, or undefined. */
export declare function findBrowser(
  platform?: string,
  env?: Readonly<Record<string, string | undefined>>,
): string | undefined;
