import { limits } from '@relato/contract/limits';
import { checkFilterTags, toFeedFilter, type FeedFilter } from '@relato/contract/stories/rules';
import { feedInput } from '@relato/contract/stories/schema';
import { toVerdict } from '@relato/contract/testing/form-fields';
import { drawTexts } from '@relato/contract/testing/texts';
import { toStoredText } from '@relato/contract/text/rules';
import { describe, expect, it } from 'vitest';
import { readFeedSearch } from './feed-filter.ts';
import { changeFeedSearch, checkFilter, toFeedSearch } from './use-feed-filter.ts';

const addTag =
  (tag: string) =>
  ({ tags }: FeedFilter) => ({ tags: [...tags, tag] });

describe('the filter in the address', () => {
  it('D07: survives a round trip', () => {
    const filter = { search: 'el tren', tags: ['humor', 'traición'], order: 'rising' } as const;
    expect(toFeedSearch(filter)).toEqual({ q: 'el tren', tags: 'humor,traición', orden: 'en-alza' });
    expect(toFeedFilter(toFeedSearch(filter))).toEqual(filter);
  });

  it('leaves the address empty without a filter', () => {
    const none = { search: ' ', tags: [], order: 'featured' } as const;
    expect(toFeedSearch(none)).toEqual({});
    expect(toFeedFilter({})).toEqual({ ...none, search: '' });
  });

  it('keeps what an earlier press has changed in the address, although the screen does not show it yet', () => {
    const shown = { orden: 'nuevas', ver: 'personas' };
    const searched = changeFeedSearch(shown, { search: 'el tren' });
    const tagged = changeFeedSearch(changeFeedSearch(searched, addTag('humor')), addTag('amor'));
    expect(tagged).toEqual({ ...shown, q: 'el tren', tags: 'humor,amor' });
    expect(changeFeedSearch(tagged, { search: '', tags: [] })).toEqual(shown);
  });

  it('returns to «Para ti» after a search, unless another order was chosen meanwhile', () => {
    const shown = { orden: 'para-ti' };
    const searched = changeFeedSearch(changeFeedSearch(shown, { search: 'el' }), { search: 'el tren' });
    expect(changeFeedSearch(searched, { search: '' })).toEqual(shown);
    expect(changeFeedSearch(searched, { order: 'newest' })).toEqual({ q: 'el tren', orden: 'nuevas' });
    expect(changeFeedSearch(searched, { order: 'featured' })).toEqual({ q: 'el tren' });
  });

  it('ignores parameters of other parts of the screen', () => {
    expect(readFeedSearch({ q: 'té', story: 'a', tags: 3, orden: 1 })).toEqual({ q: 'té' });
    expect(readFeedSearch({ q: 3, tags: 'humor' })).toEqual({ tags: 'humor' });
  });

  it.each([
    ['SEARCH_TOO_LONG', { q: 'a'.repeat(limits.search.maxLength + 1) }],
    ['TAG_TOO_LONG', { tags: `humor,${'a'.repeat(limits.tag.maxLength + 1)}` }],
    ['TAGS_TOO_MANY', { tags: Array.from({ length: limits.tag.maxCount + 1 }, (_, n) => n).join(',') }],
    [null, { q: 'a'.repeat(limits.search.maxLength), tags: 'a'.repeat(limits.tag.maxLength) }],
  ])('keeps the whole address, and refuses the same filters as the server: %s', (refusal, address) => {
    const filter = toFeedFilter(address);
    expect(toFeedSearch(filter)).toEqual(address);
    expect(checkFilter(filter)).toBe(refusal);
  });

  it('keeps tags whole that contain a comma or a backslash', () => {
    const typical = ['padre, hijo', 'a\\', '\\', ',', ',b', '\\,'];
    const tags = drawTexts({ ...limits.tag, typical }, 300)
      .map(toStoredText)
      .filter((tag) => checkFilterTags([tag]) === null);
    for (const index of tags.keys()) {
      const filter = {
        search: '',
        tags: [...new Set(tags.slice(index, index + 3))],
        order: 'newest' as const,
      };
      expect(toFeedFilter(toFeedSearch(filter))).toEqual(filter);
    }
  });

  it('is refused where the server refuses it', () => {
    const tags = drawTexts(limits.tag, 200);
    for (const [index, q] of drawTexts(limits.search, 200).entries()) {
      const filter = toFeedFilter({ q, tags: tags.slice(index, index + (index % 3)).join(',') });
      expect([filter, checkFilter(filter)]).toEqual([filter, toVerdict(feedInput, filter)]);
    }
  });
});
