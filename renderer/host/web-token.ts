const STORED = 'assay.token';

/**
 * The session's token: it comes in the fragment of the link that was printed, which browsers send nowhere. It moves to
 * this tab's own storage, and the address is cleaned, so that neither history nor a copied address holds it.
 */
export function takeToken(location: Location, storage: Storage, history: History): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token !== null && token !== '') {
    storage.setItem(STORED, token);
    history.replaceState(null, '', `${location.pathname}${location.search}`);
  }
  return storage.getItem(STORED);
}

export function forgetToken(storage: Storage): void {
  storage.removeItem(STORED);
}
