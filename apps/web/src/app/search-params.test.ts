import { expect, it } from 'vitest';
import { parseSearch, stringifySearch } from './search-params.ts';

it('keeps a token that looks like a number, a boolean or JSON as it was written', () => {
  for (const token of ['1e5', '0012', 'true', '"x"', '[1]']) {
    expect(parseSearch(stringifySearch({ token }))).toEqual({ token });
  }
});

it('leaves out what is absent or empty', () => {
  expect(stringifySearch({ story: undefined, q: '' })).toBe('');
  expect(stringifySearch({ story: 'a', q: 'té con leche' })).toBe('?story=a&q=t%C3%A9+con+leche');
});
