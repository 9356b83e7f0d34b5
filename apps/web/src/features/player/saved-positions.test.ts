import { describe, expect, it } from 'vitest';
import { readPositions, writePositions } from './saved-positions.ts';

function createStorage(content: string | null = null) {
  let kept = content;
  return {
    getItem: () => kept,
    setItem: (_key: string, value: string) => {
      kept = value;
    },
  };
}

const refuse = () => {
  throw new DOMException('', 'SecurityError');
};

describe('saved positions', () => {
  it('survive a reload', () => {
    const storage = createStorage();
    writePositions(() => storage, { a: 12.5, b: 3 });
    expect(readPositions(() => storage)).toEqual({ a: 12.5, b: 3 });
  });

  it.each([null, '', 'no JSON', 'null', '7', '{"a":"1","b":-1,"c":null}'])(
    'are empty if the storage holds %s',
    (content) => {
      expect(readPositions(() => createStorage(content))).toEqual({});
    },
  );

  it('keep only the newest entries, however many tracks were played', () => {
    const storage = createStorage();
    writePositions(
      () => storage,
      Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`t${index}`, 1])),
    );
    const kept = Object.keys(readPositions(() => storage));
    expect(kept).toHaveLength(200);
    expect(kept.at(-1)).toBe('t499');
  });

  it('work without a storage', () => {
    expect(readPositions(refuse)).toEqual({});
    expect(() => writePositions(refuse, { a: 1 })).not.toThrow();
  });
});
