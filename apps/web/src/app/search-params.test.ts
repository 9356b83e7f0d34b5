import { expect, it } from 'vitest';
import { parseSearch, readOpenedStory, stringifySearch } from './search-params.ts';

it('keeps a token that looks like a number, a boolean or JSON as text', () => {
  for (const token of ['1e5', '0012', 'true', '"x"', '[1]']) {
    expect(parseSearch(stringifySearch({ token }))).toEqual({ token });
  }
});

it('omits missing and empty parameters', () => {
  expect(stringifySearch({ story: undefined, q: '' })).toBe('');
  expect(stringifySearch({ story: 'a', q: 'té con leche' })).toBe('?story=a&q=t%C3%A9+con+leche');
});

it('opens the story of a link whose id is in capitals', () => {
  const id = '0190a1b2-0000-7000-8000-00000000000f';
  expect(readOpenedStory(parseSearch(`?story=${id.toUpperCase()}`))).toEqual({ story: id });
  expect(readOpenedStory({})).toEqual({});
  expect(readOpenedStory({ t: '5' })).toEqual({});
  for (const [t, read] of [
    ['0', '0'],
    ['42', '42'],
    ['9999', '9999'],
    ...['12345', '-1', '1.5', '1e3', 'x', '', ' 3'].map((text) => [text, undefined]),
  ])
    expect([t, readOpenedStory({ story: id, t })]).toEqual([t, { story: id, t: read }]);
});
