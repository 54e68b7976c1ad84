/** Builds one target when its sources changed since the last build; gives its folder. */
export declare function ensureBuilt(name: 'renderer' | 'node', options?: { readonly force?: boolean }): Promise<string>;
