import { describe, expect, it } from 'vitest';
import { readSeconds, toStoryUrl } from './links.ts';
import { readStoryId } from './read-story-id.ts';

const origin = 'https://relato.example';
const id = '0190a7c4-0000-7000-8000-000000000000';

describe('the link of a story', () => {
  it('L339: is the root of the site with the id, and an optional second', () => {
    expect(toStoryUrl(origin, id)).toBe(`${origin}/?story=${id}`);
    expect(toStoryUrl(origin, id, { seconds: 0 })).toBe(`${origin}/?story=${id}`);
    expect(toStoryUrl(origin, id, { seconds: 42 })).toBe(`${origin}/?story=${id}&t=42`);
  });

  it('is read back, like a bare id', () => {
    for (const text of [
      toStoryUrl(origin, id, { seconds: 42 }),
      ` ${id.toUpperCase()}\n`,
      `/?a=1&story=${id}#b`,
    ])
      expect(readStoryId(text)).toBe(id);
    for (const wrong of ['', 'x', `${id}0`, `${origin}/u/${id}`, `${origin}/?a=${id}`, `${id} y más`])
      expect(readStoryId(wrong)).toBeNull();
  });

  it('has a second of up to four digits', () => {
    expect(['0', '42', '9999'].map(readSeconds)).toEqual([0, 42, 9999]);
    for (const wrong of ['', '-1', '1e3', '1.5', '12345', ' 3', 'x', null, undefined, 42])
      expect(readSeconds(wrong)).toBeUndefined();
  });
});
