import { limits } from '@relato/contract/limits';
import { describe, expect, it } from 'vitest';
import { readFeedSearch, toFeedFilter, toFeedSearch } from './feed-filter.ts';

describe('the filter in the address', () => {
  it('comes back as it went in', () => {
    const filter = { search: 'el tren', tags: ['humor', 'traición'] };
    expect(toFeedSearch(filter)).toEqual({ q: 'el tren', tags: 'humor,traición' });
    expect(toFeedFilter(toFeedSearch(filter))).toEqual(filter);
  });

  it('leaves nothing in the address when nothing is filtered', () => {
    expect(toFeedSearch({ search: ' ', tags: [] })).toEqual({});
    expect(toFeedFilter({})).toEqual({ search: '', tags: [] });
  });

  it('takes no notice of what does not concern the list', () => {
    expect(readFeedSearch({ q: 'té', story: 'a', tags: 3 })).toEqual({ q: 'té' });
  });

  it('cuts what the server would refuse', () => {
    const filter = toFeedFilter({
      q: 'a'.repeat(limits.search.maxLength + 1),
      tags: `humor,,humor, ${'a'.repeat(limits.tag.maxLength + 1)}`,
    });
    expect(filter.search).toHaveLength(limits.search.maxLength);
    expect(filter.tags).toEqual(['humor']);
  });
});
