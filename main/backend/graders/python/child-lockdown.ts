/**
 * What the grader child takes away from its own process, before and after Python is there (architecture 4.6).
 *
 * The outer walls are not here: Node's permission model and the ban on code from strings are switches the parent sets
 * (`launch.ts`), and `findSoftSpots` only makes sure they hold. What is here makes JavaScript worth little to somebody who
 * reaches it, and makes grades repeatable: fixed time, seeded randomness, a bounded memory and file store.
 */
import childProcess from 'node:child_process';
import crypto from 'node:crypto';
import { constants } from 'node:fs';
import module from 'node:module';
import vm from 'node:vm';

/** The parts of Pyodide and Emscripten that are touched. Pyodide's own types leave `_module` and snapshots out. */
export type Interpreter = {
  readonly globals: { readonly get: (name: string) => unknown };
  readonly runPython: (code: string) => unknown;
  readonly setStdout: (options: { write: (bytes: Uint8Array) => number }) => void;
  readonly setStderr: (options: { write: (bytes: Uint8Array) => number }) => void;
  readonly setInterruptBuffer: (buffer: { [0]: number }) => void;
  readonly makeMemorySnapshot: () => Uint8Array;
  readonly version: string;
  readonly _module: { readonly FS: FileSystem };
};

/** A folder holds nodes by name, a file a view of bytes: of the memory's own kind when it was written at once. */
type FileNode = { contents?: ArrayBufferView | { [name: string]: FileNode }; readonly usedBytes: number };
type FileSystem = {
  readonly root: FileNode;
  readonly filesystems: { [name: string]: unknown };
  readonly ErrnoError: new (errno: number) => Error;
  readonly devices: { [id: number]: unknown }[];
  readonly unlink: (path: string) => void;
  readonly rmdir: (path: string) => void;
  readonly chdir: (path: string) => void;
  readonly readdir: (path: string) => string[];
  readonly lstat: (path: string) => { readonly mode: number };
  readonly isDir: (mode: number) => boolean;
};
type Write = (
  ...call: [
    stream: { readonly node: FileNode },
    buffer: Uint8Array,
    from: number,
    length: number,
    position: number,
    own: boolean,
  ]
) => number;
type MemoryFiles = {
  expandFileStorage: (node: FileNode, capacity: number) => void;
  resizeFileStorage: (node: FileNode, size: number) => void;
  readonly ops_table: { readonly file: { readonly stream: { write: Write } } };
};

/** What a grade starts from, the same every time. */
export type Realm = { readonly reset: () => void; readonly now: () => number };

type Memory = { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number };
/** Node's types leave WebAssembly to those of browsers. */
const wasm = (globalThis as unknown as { WebAssembly: { Memory: { prototype: Memory } } }).WebAssembly;

/** Where Python starts. */
export const HOME = '/home/pyodide';
const PAGE_BYTES = 65_536;
/** ENOSPC in Emscripten's numbering (WASI's errno). */
const NO_SPACE = 51;

/**
 * Looks for walls that should stand and do not: the parent's flags were not honoured, as may happen in another host.
 *
 * @returns one phrase for each hole; the child refuses to start unless there are none
 */
export function findSoftSpots(): string[] {
  const spots: string[] = [];
  const permission = (process as { permission?: { has: (scope: string) => boolean; drop?: unknown } }).permission;
  if (permission === undefined) return ['no permission model'];
  // Older Nodes answer no for scopes they do not know and do not guard.
  if (permission.drop === undefined) spots.push('the permission model is too old');
  for (const scope of ['fs.read', 'fs.write', 'child', 'worker', 'net', 'addons', 'wasi', 'inspector', 'ffi']) {
    if (permission.has(scope)) spots.push(`${scope} is allowed`);
  }
  try {
    // The point is to see it refused.
    // eslint-disable-next-line no-new-func, @typescript-eslint/no-implied-eval
    new Function('return 1');
    spots.push('code from strings is allowed');
  } catch {
    // As it should be.
  }
  return spots;
}

/** Readies the process for loading Pyodide: shims what it needs, removes what nobody needs, fixes time and randomness. */
export function prepareRealm(options: { memoryLimitBytes: number; nowMs: number; seed: number }): Realm {
  const realNow = performance.now.bind(performance);
  process.env.TZ = 'UTC';
  // Pyodide asks for the file-system constants by the old internal name, which the permission model refuses.
  set(process, 'binding', (name: string) => {
    if (name === 'constants') return { fs: constants };
    throw new Error(`no binding ${name}`);
  });
  capMemory(options.memoryLimitBytes);
  for (const name of NETWORK) Reflect.deleteProperty(globalThis, name);
  const silent = (): undefined => undefined;
  set(globalThis, 'console', { log: silent, info: silent, warn: silent, error: silent, debug: silent, trace: silent });

  let tick = 0;
  const fill = seededFill(options.seed);
  set(Date, 'now', () => options.nowMs);
  // Python's monotonic clocks: each look advances them by a millisecond, so that waiting loops end, after the same number of turns.
  set(globalThis, 'performance', { now: () => ++tick, timeOrigin: options.nowMs });
  set(crypto, 'randomFillSync', fill.into);

  // `os.system` gets the shell's "command not found". Compiling scripts is code from strings by another name.
  set(childProcess, 'spawnSync', () => ({ status: 127, signal: null }));
  const refuse = (): never => {
    throw new Error('not available');
  };
  for (const name of Object.keys(vm)) set(vm, name, refuse);
  set((module as unknown as { prototype: object }).prototype, '_compile', refuse);
  const reset = (): void => {
    tick = 0;
    fill.reset();
  };
  return { reset, now: realNow };
}

/**
 * Closes the ways of the interpreter's own file system to the host, and bounds what files in memory may take.
 *
 * @returns a function that removes the files a grade has written and goes back to the home folder
 */
export function sealInterpreter(python: Interpreter, fileLimitBytes: number): () => void {
  const files = python._module.FS;
  const { filesystems } = files;
  // They mount folders of the host.
  for (const name of ['NODEFS', 'WORKERFS', 'IDBFS', 'PROXYFS', 'NATIVEFS_ASYNC'])
    Reflect.deleteProperty(filesystems, name);
  for (const path of ['/dev/tty', '/dev/tty1']) files.unlink(path);
  // Their drivers read and write this process's own pipes. Majors 5 and 6 are Emscripten's terminals.
  for (const major of [5, 6]) Reflect.deleteProperty(files.devices, major << 8);

  // Files live outside the capped memory, in buffers of JavaScript.
  const memory = filesystems.MEMFS as MemoryFiles;
  let grown = storedBytes(files.root);
  const fits = (bytes: number): boolean => {
    if (grown + bytes <= fileLimitBytes) return true;
    // Files that went away were never credited: count what is there before refusing.
    grown = storedBytes(files.root);
    return grown + bytes <= fileLimitBytes;
  };
  const charge = (bytes: number): void => {
    if (bytes > 0 && !fits(bytes)) throw new files.ErrnoError(NO_SPACE);
    grown += Math.max(bytes, 0);
  };
  memory.expandFileStorage = (node, capacity) => {
    const room = viewOf(node).byteLength;
    if (capacity <= room) return;
    // Emscripten grows large files by an eighth at a time, which leaves more garbage behind than can be collected meanwhile.
    const generous = Math.max(capacity, room * 2);
    const wanted = fits(generous - room) ? generous : capacity;
    charge(wanted - room);
    const contents = new Uint8Array(wanted);
    const { buffer, byteOffset } = viewOf(node);
    contents.set(new Uint8Array(buffer, byteOffset, node.usedBytes));
    node.contents = contents;
  };
  const { resizeFileStorage } = memory;
  memory.resizeFileStorage = (node, size) => {
    charge(size - viewOf(node).byteLength);
    resizeFileStorage(node, size);
  };
  let written = false;
  const streams = memory.ops_table.file.stream;
  const { write } = streams;
  streams.write = (...call) => {
    const [{ node }, , , length, position] = call;
    written = true;
    // The first write to an empty file takes a copy without asking for room.
    if (position === 0 && node.usedBytes === 0) charge(length);
    return write(...call);
  };
  return () => {
    files.chdir(HOME);
    if (!written) return;
    written = false;
    for (const folder of ['/tmp', HOME]) emptyFolder(files, folder);
  };
}

/** The last step: nothing but the language and what the loop needs is left, reading is given up, shared objects are frozen. */
export function sealRealm(): void {
  // Python can write a file and have it loaded as compiled code, which would run beside the interpreter.
  for (const name of [
    'Module',
    'Instance',
    'compile',
    'instantiate',
    'compileStreaming',
    'instantiateStreaming',
    'Function',
  ]) {
    Reflect.deleteProperty(wasm, name);
  }
  const permission = (process as { permission?: { drop: (scope: string) => void } }).permission;
  permission?.drop('fs.read');
  for (const name of Object.getOwnPropertyNames(process)) {
    if (!KEPT_OF_PROCESS.has(name)) forget(process, name);
  }
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!KEPT_GLOBALS.has(name)) forget(globalThis, name);
  }
  // Emscripten leaves its exit code here when Python ends itself.
  set(globalThis, 'process', Object.seal(Object.assign(Object.create(null) as object, { exitCode: undefined })));
  for (const thing of FROZEN) Object.freeze(thing);
}

function capMemory(limitBytes: number): void {
  const { prototype } = wasm.Memory;
  const { grow } = prototype;
  set(prototype, 'grow', function (this: Memory, pages: number): number {
    if (this.buffer.byteLength + pages * PAGE_BYTES > limitBytes) throw new RangeError('memory limit');
    return grow.call(this, pages);
  });
}

/** A source of bytes that can be rewound: Marsaglia's xorshift32. Not for secrets; graders have none. */
function seededFill(seed: number): { into: <T extends ArrayBufferView>(view: T) => T; reset: () => void } {
  const start = seed | 0 || 1;
  let state = start;
  const into = <T extends ArrayBufferView>(view: T): T => {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    for (let index = 0; index < bytes.length; index += 1) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      bytes[index] = state >>> 24;
    }
    return view;
  };
  return {
    into,
    reset: () => {
      state = start;
    },
  };
}

function emptyFolder(files: FileSystem, folder: string): void {
  for (const name of files.readdir(folder)) {
    if (name === '.' || name === '..') continue;
    const path = `${folder}/${name}`;
    if (files.isDir(files.lstat(path).mode)) {
      emptyFolder(files, path);
      files.rmdir(path);
    } else {
      files.unlink(path);
    }
  }
}

function storedBytes(node: FileNode): number {
  const { contents } = node;
  if (contents === undefined) return 0;
  if (ArrayBuffer.isView(contents)) return contents.byteLength;
  let total = 0;
  for (const child of Object.values(contents)) total += storedBytes(child);
  return total;
}

function viewOf(file: FileNode): ArrayBufferView {
  return ArrayBuffer.isView(file.contents) ? file.contents : new Uint8Array(0);
}

function set(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: true });
}

/** Removes a property, or empties it where it cannot be removed; some of Node's are neither, and harmless. */
function forget(target: object, name: string): void {
  if (!Reflect.deleteProperty(target, name)) Reflect.set(target, name, undefined);
}

const NETWORK = [
  'fetch',
  'WebSocket',
  'WebSocketStream',
  'EventSource',
  'XMLHttpRequest',
  'Request',
  'Response',
  'Headers',
  'FormData',
  'Worker',
  'BroadcastChannel',
  'navigator',
  'localStorage',
  'sessionStorage',
];

/** The language itself, and the host functions Emscripten's code names while it runs. */
const KEPT_GLOBALS = new Set(
  [
    'Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp',
    'Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError JSON Math Intl',
    'ArrayBuffer SharedArrayBuffer Atomics Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array',
    'Float16Array Float32Array Float64Array Uint8ClampedArray BigUint64Array BigInt64Array DataView BigInt',
    'Map Set WeakMap WeakSet WeakRef FinalizationRegistry Proxy Reflect Iterator globalThis WebAssembly',
    'decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape isFinite isNaN',
    'console performance setTimeout clearTimeout setImmediate queueMicrotask TextDecoder TextEncoder',
  ].flatMap((line) => line.split(' ')),
);

/** Of `process`, what Node's own streams and exit use. */
const KEPT_OF_PROCESS = new Set([
  'exitCode',
  'versions',
  'platform',
  'emit',
  'emitWarning',
  'nextTick',
  'reallyExit',
  '_exiting',
  'exit',
  'stdin',
  'ppid',
  'env',
  'domain',
  'constructor',
]);

const FROZEN: readonly object[] = [
  Object.prototype,
  Function.prototype,
  Array.prototype,
  String.prototype,
  Number.prototype,
  Boolean.prototype,
  Symbol.prototype,
  RegExp.prototype,
  Promise.prototype,
  Map.prototype,
  Set.prototype,
  WeakMap.prototype,
  Object,
  Function,
  Array,
  Promise,
  Reflect,
  JSON,
  wasm,
];
