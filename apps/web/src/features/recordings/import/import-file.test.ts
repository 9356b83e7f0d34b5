import type { UserId } from '@relato/contract/ids';
import { limits } from '@relato/contract/limits';
import 'fake-indexeddb/auto';
import { describe, expect, it, vi } from 'vitest';
import { DraftStore } from '../drafts/store/draft-store.ts';
import { checkFile, importFile } from './import-file.ts';

const { maxBytes, maxDurationMs } = limits.recording;

describe('checkFile', () => {
  it.each([
    ['a voice memo', 900_000, 'audio/x-m4a', null],
    ['a voice message', 20_000, 'application/ogg', null],
    ['a file without a type', 20_000, '', null],
    ['the largest file', maxBytes, 'audio/wav', null],
    ['a larger one', maxBytes + 1, 'audio/wav', 'AUDIO_TOO_BIG'],
    ['an empty one', 0, 'audio/mpeg', 'AUDIO_EMPTY'],
    ['a video', 900_000, 'video/mp4', null],
    ['a document', 900_000, 'application/pdf', 'AUDIO_NOT_AUDIO'],
  ])('returns whether %s may be imported', (_name, size, type, refusal) => {
    expect(checkFile({ size, type })).toBe(refusal);
  });
});

// A test has no Zod schema that brands the id.
const userId = 'u1' as UserId;
const memo = (size: number) =>
  new File([new Uint8Array(size).map((_, index) => index % 251)], 'memo.m4a', { type: 'audio/mp4' });

const prepare = (durationMs: number | null) => ({
  userId,
  drafts: new DraftStore(crypto.randomUUID()),
  measureDurationMs: vi.fn<() => Promise<number | null>>(async () => durationMs),
  makeRoom: vi.fn<() => Promise<void>>(async () => undefined),
});

describe('importFile', () => {
  it('makes a draft with all the bytes of the file', async () => {
    const options = prepare(61_000);
    const file = memo(1_200_000);
    const imported = await importFile({ ...options, file });
    if (!('id' in imported)) throw new Error('refused');
    expect(await options.drafts.list(userId)).toMatchObject([
      { id: imported.id, durationMs: 61_000, mimeType: 'audio/mp4', bytes: 1_200_000 },
    ]);
    const kept = await new Blob(await options.drafts.readChunks(imported.id)).bytes();
    expect(Buffer.compare(kept, await file.bytes())).toBe(0);
  });

  it('leaves the duration to the server if the browser cannot read it', async () => {
    const options = prepare(null);
    expect(await importFile({ ...options, file: memo(10) })).toHaveProperty('id');
    expect(await options.drafts.list(userId)).toHaveLength(1);
  });

  it.each([
    ['too long', memo(10), maxDurationMs + 2_001, 'AUDIO_TOO_LONG'],
    ['empty', memo(0), 1_000, 'AUDIO_EMPTY'],
  ])('does not store a file that is %s', async (_name, file, durationMs, refusal) => {
    const options = prepare(durationMs);
    expect(await importFile({ ...options, file })).toEqual({ refusal });
    expect(await options.drafts.list(userId)).toEqual([]);
  });

  it('makes room if the browser has none at first', async () => {
    const options = prepare(1_000);
    const full = new DOMException('full', 'QuotaExceededError');
    vi.spyOn(options.drafts, 'place').mockRejectedValueOnce(full);
    expect(await importFile({ ...options, file: memo(10) })).toHaveProperty('id');
    expect(options.makeRoom).toHaveBeenCalledOnce();
    expect(await options.drafts.list(userId)).toHaveLength(1);
    vi.restoreAllMocks();
  });

  it.each([
    ['QuotaExceededError', 'no-room', 1],
    ['TimeoutError', 'not-stored', 0],
    ['UnknownError', 'not-stored', 0],
    ['NotReadableError', 'unreadable', 0],
    ['NotFoundError', 'unreadable', 0],
  ])(
    'reports why the file was not stored, and makes room only if there is none: %s',
    async (name, refusal, times) => {
      vi.spyOn(console, 'warn').mockReturnValue();
      const options = prepare(1_000);
      vi.spyOn(options.drafts, 'place').mockRejectedValue(new DOMException('no', name));
      expect(await importFile({ ...options, file: memo(10) })).toEqual({ refusal });
      expect(options.makeRoom).toHaveBeenCalledTimes(times);
      vi.restoreAllMocks();
    },
  );
});
