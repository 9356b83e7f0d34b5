import { afterEach, describe, expect, it, vi } from 'vitest';
import { stubStorage } from '../../lib/testing/fake-storage.ts';

/** Opens a tab whose memory is empty, as after a reload. */
async function open(stored: string | null = null, storage = new Map<string, string>()) {
  if (stored !== null) storage.set('relato.input.positions', stored);
  vi.resetModules();
  stubStorage('sessionStorage', storage);
  return { ...(await import('./saved-positions.ts')), storage };
}
afterEach(() => vi.unstubAllGlobals());

describe('saved positions', () => {
  it('survive a reload', async () => {
    const { writePositions, storage } = await open();
    writePositions({ a: 12.5, b: 3 });
    const { readPositions } = await open(null, storage);
    expect(readPositions()).toEqual({ a: 12.5, b: 3 });
  });

  it.each([null, '', 'no JSON', 'null', '7', '{"a":"1","b":-1,"c":null}'])(
    'are empty if the storage holds %s',
    async (content) => {
      const { readPositions } = await open(content);
      expect(readPositions()).toEqual({});
    },
  );

  it('keep only the newest entries, however many tracks were played', async () => {
    const { readPositions, writePositions } = await open();
    writePositions(Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`t${index}`, 1])));
    const kept = Object.keys(readPositions());
    expect(kept).toHaveLength(200);
    expect(kept.at(-1)).toBe('t499');
  });
});
