import { z } from 'zod';
import { FileRefId } from '../../shared/model/ids.ts';
import { AppError, ErrorCode } from '../../shared/rpc/errors.ts';
import type { PickedFile } from './host.ts';

const Registered = z.object({ id: FileRefId, name: z.string(), sizeBytes: z.number().nullable() });
const Refused = z.object({ code: ErrorCode, message: z.string() });

export type UploadOptions = {
  readonly token: string;
  readonly onProgress?: ((share: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** Streams one file to the backend, which keeps it aside until it is imported. */
export async function uploadFile(file: File, options: UploadOptions): Promise<PickedFile> {
  options.signal?.throwIfAborted();
  const answer = Promise.withResolvers<PickedFile>();
  // Unlike fetch, it tells how much has been sent.
  const request = new XMLHttpRequest();
  const abort = (): void => request.abort();
  request.open('POST', `/upload?${new URLSearchParams({ name: file.name, purpose: 'open' }).toString()}`);
  request.setRequestHeader('Authorization', `Bearer ${options.token}`);
  request.setRequestHeader('Content-Type', 'application/octet-stream');
  request.upload.addEventListener('progress', (event) => {
    if (event.lengthComputable && event.total > 0) options.onProgress?.(event.loaded / event.total);
  });
  request.addEventListener('load', () => {
    try {
      answer.resolve(readAnswer(request));
    } catch (error) {
      answer.reject(error);
    }
  });
  request.addEventListener('error', () =>
    answer.reject(new AppError('io_failed', `${file.name} could not be read or sent. Check the file and try again.`)),
  );
  request.addEventListener('abort', () => answer.reject(new AppError('cancelled', 'Cancelled.')));
  options.signal?.addEventListener('abort', abort, { once: true });
  request.send(file);
  try {
    return await answer.promise;
  } finally {
    options.signal?.removeEventListener('abort', abort);
  }
}

function readAnswer(request: XMLHttpRequest): PickedFile {
  const body: unknown = JSON.parse(request.responseText);
  if (request.status === 201) {
    const { id, name, sizeBytes } = Registered.parse(body);
    return { ref: id, name, sizeBytes };
  }
  const refused = Refused.safeParse(body);
  if (refused.success) throw new AppError(refused.data.code, refused.data.message);
  throw new AppError('io_failed', `The file was refused (${request.status}).`);
}
