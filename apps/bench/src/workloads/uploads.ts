import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { tokenOf } from '../data/sessions.ts';
import type { Relato } from '../processes/relato.ts';
import { mutation, query } from './calls.ts';

const timeoutMs = 60_000;
const pollMs = 100;

/** A user who records over HTTP like the web app. */
export interface Recorder {
  readonly begin: () => Promise<unknown>;
  /** Opens the upload, with its length if it is known. */
  readonly open: (bytes: number | null) => Promise<unknown>;
  /** Sends bytes from `offset` on. The last ones contain the total length. */
  readonly append: (offset: number, bytes: Uint8Array<ArrayBuffer>, total?: number) => Promise<unknown>;
  /** Resolves when the server has inspected the recording. */
  readonly whenInspected: () => Promise<void>;
  readonly createStory: () => Promise<unknown>;
}

export function createRecorder({ origin }: Relato, user: number): Recorder {
  const id = randomUUID();
  const send = async (path: string, { headers, ...init }: RequestInit): Promise<string> => {
    const own = {
      authorization: `Bearer ${tokenOf(user)}`,
      // Each user has a network of their own, because the limits count by network.
      'x-forwarded-for': `10.200.${user >> 8}.${user & 255}`,
    };
    const response = await fetch(origin + path, {
      ...init,
      headers: { ...(headers as Record<string, string>), ...own }, // all below are plain
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path.slice(0, 80)}: ${response.status} ${text}`);
    return text;
  };
  const call = (path: string, input: unknown): Promise<string> => {
    const { path: address, ...request } = mutation(path, input, user);
    return send(address, request);
  };
  const upload = (
    method: string,
    path: string,
    headers: object,
    body?: Uint8Array<ArrayBuffer>,
  ): Promise<string> =>
    send(path, { method, headers: { 'tus-resumable': '1.0.0', ...headers }, body: body ?? null });
  return {
    begin: () => call('recordings.begin', { id, claimedType: 'audio/wav' }),
    open: (bytes) =>
      upload('POST', '/upload', {
        ...(bytes === null ? { 'upload-defer-length': '1' } : { 'upload-length': String(bytes) }),
        'upload-metadata': `recordingId ${Buffer.from(id).toString('base64')}`,
      }),
    append: (offset, bytes, total) => {
      const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) };
      const length = total === undefined ? {} : { 'upload-length': String(total) };
      return upload('PATCH', `/upload/${id}`, { ...headers, ...length }, bytes);
    },
    whenInspected: async () => {
      for (const endsAt = performance.now() + timeoutMs; performance.now() < endsAt; await delay(pollMs)) {
        const text = await send(query('recordings.status', { id }).path, {});
        if (text.includes('"ready"')) return;
        if (text.includes('"refused"')) throw new Error(`The recording was refused: ${text}`);
      }
      throw new Error('The recording was not inspected in time');
    },
    createStory: () => call('stories.create', { recordingId: id, title: 'Una noche de pruebas' }),
  };
}
