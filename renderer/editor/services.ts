type Stored = string | number | boolean | object;

/**
 * Where Monaco remembers sizes of its lists and whether explanations are shown: in memory, with explanations shown from the
 * start.
 */
export function editorServices(): { readonly storageService: object } {
  const stored = new Map<string, Stored | null | undefined>([['expandSuggestionDocs', true]]);
  const noEvent = () => ({ dispose: () => undefined });
  return {
    storageService: {
      onDidChangeValue: () => noEvent,
      onDidChangeTarget: noEvent,
      onWillSaveState: noEvent,
      get: (key: string, _scope: number, fallback?: string) => stored.get(key) ?? fallback,
      getBoolean: (key: string, _scope: number, fallback?: boolean) => stored.get(key) ?? fallback,
      getNumber: (key: string, _scope: number, fallback?: number) => stored.get(key) ?? fallback,
      getObject: (key: string, _scope: number, fallback?: object) => stored.get(key) ?? fallback,
      store: (key: string, value: Stored | null | undefined) => void stored.set(key, value),
      storeAll: () => undefined,
      remove: (key: string) => void stored.delete(key),
      keys: () => [...stored.keys()],
      isNew: () => false,
      flush: async () => undefined,
    },
  };
}
