/** Pictures a browser decodes without running anything; SVG is drawn in `<img>`, where it has no scripts and no network. */
const SHOWABLE = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/svg+xml',
]);

export type ImageKind = { readonly mediaType: string; readonly isShowable: boolean };

/** @returns the media type to decode an image as; PNG when the log does not say */
export function imageKind(mediaType: string | undefined): ImageKind {
  const type = (mediaType ?? 'image/png').toLowerCase().split(';', 1)[0]?.trim() ?? '';
  return { mediaType: type, isShowable: SHOWABLE.has(type) };
}

/** @returns the bytes of a base64 text, or null when it is not base64 */
export function decodeBase64(data: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(data.replaceAll(/\s/gu, '').replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
    return bytes;
  } catch {
    return null;
  }
}

/** @returns how many bytes a base64 text stands for */
export function base64Bytes(data: string): number {
  return Math.floor((data.length * 3) / 4);
}
