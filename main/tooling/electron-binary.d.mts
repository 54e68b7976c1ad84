/** Path of the Electron binary that fits the pinned version, or undefined. */
export declare function findElectron(env?: Readonly<Record<string, string | undefined>>): string | undefined;
