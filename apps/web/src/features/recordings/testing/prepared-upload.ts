import { RecordedBytes } from '../upload/recorded-bytes.ts';
import { uploadRecording, type UploadOptions } from '../upload/upload.ts';
import { id } from './recorder-events.ts';
import { TusServer } from './tus-server.ts';

export const chunkOf = (length: number, seed: number) =>
  new Uint8Array(Array.from({ length }, (_, index) => (index * 7 + seed) % 256));

/** Prepares the upload of a finished recording of some chunks, or of a running one without any yet. */
export function prepare(chunks = 3) {
  const server = new TusServer();
  const bytes = new RecordedBytes();
  const parts = Array.from({ length: chunks }, (_, seed) => chunkOf(1000, seed));
  for (const part of parts) bytes.append(new Blob([part]));
  if (chunks > 0) bytes.complete();
  const recorded = new Uint8Array(Buffer.concat(parts));
  const controller = new AbortController();
  const waits: number[] = [];
  const progress: number[] = [];
  const start = (options: Partial<UploadOptions> = {}) =>
    uploadRecording({
      id,
      bytes,
      signal: controller.signal,
      begin: async () => undefined,
      fetch: server.fetch,
      wait: async (ms) => void waits.push(ms),
      random: () => 1,
      now: () => 0,
      onProgress: (sent) => void progress.push(sent),
      ...options,
    });
  return { server, bytes, recorded, waits, progress, controller, start };
}
