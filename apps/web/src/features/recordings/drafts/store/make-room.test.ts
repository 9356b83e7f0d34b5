import { afterEach, expect, it, vi } from 'vitest';
import { makeRoom } from './make-room.ts';

afterEach(() => vi.unstubAllGlobals());

it('rejects in no browser, not even in one without IndexedDB', async () => {
  vi.stubGlobal('indexedDB', undefined);
  await expect(makeRoom()).resolves.toBeUndefined();
});
