/** Parts of monaco-editor that come without types: its JSON entry would load every feature, and services have no public door. */
declare module 'monaco-editor/languages/features/json/tokenization' {
  import type { languages } from 'monaco-editor/editor';

  export function createTokenizationSupport(supportComments: boolean): languages.TokensProvider;
}

declare module 'monaco-editor/languages/features/common/lspLanguageFeatures' {
  import type { languages, Uri } from 'monaco-editor/editor';

  /** Brings the models to the worker and answers with its proxy. */
  type WorkerAccess = (...resources: Uri[]) => Promise<unknown>;

  export class CompletionAdapter {
    constructor(worker: WorkerAccess, triggerCharacters: string[]);
    readonly provideCompletionItems: languages.CompletionItemProvider['provideCompletionItems'];
  }
  export class HoverAdapter {
    constructor(worker: WorkerAccess);
    readonly provideHover: languages.HoverProvider['provideHover'];
  }
  export class FoldingRangeAdapter implements languages.FoldingRangeProvider {
    constructor(worker: WorkerAccess);
    readonly provideFoldingRanges: languages.FoldingRangeProvider['provideFoldingRanges'];
  }
  export class DocumentFormattingEditProvider implements languages.DocumentFormattingEditProvider {
    constructor(worker: WorkerAccess);
    readonly provideDocumentFormattingEdits: languages.DocumentFormattingEditProvider['provideDocumentFormattingEdits'];
  }
}

declare module 'monaco-editor/editor/standalone/browser/standaloneServices' {
  export const StandaloneServices: {
    /** Counts once, before anything has been asked of the editor. */
    readonly initialize: (overrides: Readonly<Record<string, unknown>>) => unknown;
  };
}
