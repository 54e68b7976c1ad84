// Preloaded into Electron's download script: a server that does not begin to answer within 10 s counts as unreachable. The
// download itself may take as long as it needs.
const LIMIT_MS = 10_000;
const original = globalThis.fetch;

globalThis.fetch = async (input, init) => {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error('no answer within 10 s')), LIMIT_MS);
  try {
    return await original(input, { ...init, signal: controller.signal });
  } finally {
    clearTimeout(timer);
  }
};
