import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { tokenOf } from '../data/sessions.ts';
import type { Relato } from '../processes/relato.ts';
import { mutation, query } from './calls.ts';

const inspectionTimeoutMs = 60_000;
const pollMs = 100;
const tusHeaders = { 'tus-resumable': '1.0.0' };

/** A user who records, by HTTP as the web app does. */
export interface Recorder {
  readonly id: string;
  readonly begin: () => Promise<void>;
  /** Opens the upload, with its length if that is known. */
  readonly open: (bytes: number | null) => Promise<void>;
  /** Sends bytes from `offset` on; the last ones say how long the whole is. */
  readonly append: (offset: number, bytes: Uint8Array<ArrayBuffer>, total?: number) => Promise<void>;
  /** Resolves when the server has inspected the recording. */
  readonly whenInspected: () => Promise<void>;
  readonly createStory: () => Promise<void>;
}

export function createRecorder({ origin }: Relato, user: number): Recorder {
  const id = randomUUID();
  // Each user has a network of their own, because the limits count by network.
  const own = {
    authorization: `Bearer ${tokenOf(user)}`,
    'x-forwarded-for': `10.200.${user >> 8}.${user & 255}`,
  };
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(own)) headers.set(name, value);
    const response = await fetch(origin + path, {
      ...init,
      headers,
      signal: AbortSignal.timeout(inspectionTimeoutMs),
    });
    if (!response.ok) throw new Error(`${path.slice(0, 80)}: ${response.status} ${await response.text()}`);
    return response;
  };
  const call = async (path: string, input: unknown): Promise<void> => {
    const { body = '', headers = {} } = mutation(path, input, user);
    await send(`/trpc/${path}`, { method: 'POST', body, headers });
  };
  return {
    id,
    begin: () => call('recordings.begin', { id, claimedType: 'audio/wav' }),
    open: async (bytes) => {
      const length = bytes === null ? { 'upload-defer-length': '1' } : { 'upload-length': String(bytes) };
      const metadata = `recordingId ${Buffer.from(id).toString('base64')}`;
      await send('/upload', {
        method: 'POST',
        headers: { ...tusHeaders, ...length, 'upload-metadata': metadata },
      });
    },
    append: async (offset, bytes, total) => {
      const headers = {
        ...tusHeaders,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
      };
      const length = total === undefined ? {} : { 'upload-length': String(total) };
      await send(`/upload/${id}`, { method: 'PATCH', body: bytes, headers: { ...headers, ...length } });
    },
    whenInspected: async () => {
      const { path } = query('recordings.status', { id });
      for (const endsAt = performance.now() + inspectionTimeoutMs; performance.now() < endsAt;) {
        const text = await (await send(path, {})).text();
        if (text.includes('"ready"')) return;
        if (text.includes('"refused"')) throw new Error(`The recording was refused: ${text}`);
        await delay(pollMs);
      }
      throw new Error('The recording was not inspected in time');
    },
    createStory: () => call('stories.create', { recordingId: id, title: 'Una noche de pruebas' }),
  };
}
