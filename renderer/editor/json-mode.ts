import type * as Monaco from 'monaco-editor/editor';
import {
  CompletionAdapter,
  DocumentFormattingEditProvider,
  FoldingRangeAdapter,
  HoverAdapter,
} from 'monaco-editor/languages/features/common/lspLanguageFeatures';
import { createTokenizationSupport } from 'monaco-editor/languages/features/json/tokenization';
import { NO_ASSIST } from './assist.ts';
import { suggestAt } from './template-completions.ts';
import { templateAt } from './template-at.ts';

export type JsonSchemaUse = {
  /** The schema's own name. */
  readonly uri: string;
  /** URI of the model it is for. */
  readonly modelUri: string;
  readonly schema: object;
};
export type JsonMode = {
  /**
   * Gives models completion and hover texts by a JSON Schema. Nothing is fetched. Problems are not looked for here: the checks
   * that mark them know more than a schema can say.
   *
   * @returns takes it back
   */
  readonly addSchema: (use: JsonSchemaUse) => () => void;
};

type JsonWorker = Monaco.editor.MonacoWebWorker<unknown>;

/** JSON without what Monaco's own entry brings: that one loads every feature of the editor behind one's back. */
export function createJsonMode({ editor, languages }: Pick<typeof Monaco, 'editor' | 'languages'>): JsonMode {
  let schemas: readonly JsonSchemaUse[] = [];
  let running: JsonWorker | null = null;

  languages.register({ id: 'json', extensions: ['.json'] });
  languages.setTokensProvider('json', createTokenizationSupport(true));
  languages.setLanguageConfiguration('json', CONFIGURATION);
  const completion = new CompletionAdapter(access, [' ', ':', '"']);
  const hover = new HoverAdapter(access);
  languages.registerCompletionItemProvider('json', {
    triggerCharacters: [' ', ':', '"'],
    // Where the project's own fields and parts are offered, examples of the schema would only be in the way.
    provideCompletionItems: (model, position, context, token) =>
      suggestAt(model.getValue(), model.getOffsetAt(position), 'json', NO_ASSIST) === null
        ? completion.provideCompletionItems(model, position, context, token)
        : { suggestions: [] },
  });
  languages.registerHoverProvider('json', {
    provideHover: (model, position, token) =>
      templateAt(model.getValue(), model.getOffsetAt(position)) === null
        ? hover.provideHover(model, position, token)
        : null,
  });
  languages.registerFoldingRangeProvider('json', new FoldingRangeAdapter(access));
  languages.registerDocumentFormattingEditProvider('json', new DocumentFormattingEditProvider(access));
  return { addSchema };

  async function access(...resources: Monaco.Uri[]): Promise<unknown> {
    running ??= start();
    return running.withSyncedResources(resources);
  }
  function start(): JsonWorker {
    return editor.createWebWorker({ worker: startWorker(schemas) });
  }
  function addSchema(use: JsonSchemaUse): () => void {
    setSchemas([...schemas, use]);
    return () => setSchemas(schemas.filter((known) => known !== use));
  }
  /** A worker keeps the schemas it was started with. */
  function setSchemas(next: readonly JsonSchemaUse[]): void {
    schemas = next;
    running?.dispose();
    running = null;
  }
}

async function startWorker(schemas: readonly JsonSchemaUse[]): Promise<Worker> {
  const worker = await globalThis.MonacoEnvironment?.getWorker?.('json', 'json');
  if (worker === undefined) throw new Error('Invariant: the editor has been set up');
  // The first message starts the worker's own code, the second configures it.
  worker.postMessage('start');
  worker.postMessage({
    languageId: 'json',
    enableSchemaRequest: false,
    languageSettings: {
      validate: false,
      allowComments: false,
      schemas: schemas.map(({ uri, modelUri, schema }) => ({ uri, fileMatch: [modelUri], schema })),
    },
  });
  return worker;
}

const CONFIGURATION: Monaco.languages.LanguageConfiguration = {
  wordPattern: /-?\d*\.\d\w*|[^[\]{}:",\s]+/g,
  brackets: [
    ['{', '}'],
    ['[', ']'],
  ],
  autoClosingPairs: [
    { open: '{', close: '}', notIn: ['string'] },
    { open: '[', close: ']', notIn: ['string'] },
    { open: '"', close: '"', notIn: ['string'] },
  ],
};
