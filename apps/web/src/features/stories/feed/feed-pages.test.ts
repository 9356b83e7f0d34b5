import type { StorySummary } from '@relato/contract/stories/types';
import { describe, expect, it } from 'vitest';
import { addPage, idsAround, pageBreakBefore, getFeedNews, refreshFeed } from './feed-pages.ts';
import { startFeed, type Feed } from './start-feed.ts';

// Only the fields that a feed reads.
const story = (id: string, upvotes = 0) => ({ id, upvotes }) as unknown as StorySummary;
const stories = (ids: string) => ids.split('').map((id) => story(id));
const page = (ids: string, nextCursor: string | null = null) => ({ items: stories(ids), nextCursor });
const feedOf = (ids: string, nextCursor: string | null = null): Feed => startFeed(page(ids, nextCursor));
const order = ({ items }: Feed) => items.map(({ id }) => String(id)).join('');

const refresh = (
  shown: string,
  lastSeen: string | null,
  head: ReturnType<typeof page>,
  found = shown,
  cursor: string | null = 'end',
) => refreshFeed(feedOf(shown, cursor), { head, asked: new Set(shown), found: stories(found) }, lastSeen);

describe('addPage', () => {
  it('adds missing stories once', () => {
    const feed = addPage(feedOf('abc', 'c'), 'c', page('cde', 'e'));
    expect([order(feed), feed.nextCursor]).toEqual(['abcde', 'e']);
    expect(addPage(feed, 'c', page('cde', 'e'))).toBe(feed);
  });

  it('remembers the story before a page, if there is one', () => {
    expect(addPage(feedOf('abc', 'c'), 'c', page('de')).pageBreaks).toEqual([{ cursor: 'c', afterId: 'c' }]);
    const feed = addPage(feedOf('', 'c'), 'c', page('de'));
    expect([order(feed), feed.pageBreaks]).toEqual(['de', []]);
  });
});

describe('refreshFeed', () => {
  it('keeps the matches of a search until the search returns others', () => {
    const moments = [{ parts: ['un ', 'mango', ''], startMs: 0 }];
    const found = (id: string, more: Partial<StorySummary>): StorySummary => ({ ...story(id), ...more });
    const shown = startFeed({ items: [found('a', { moments }), found('b', { moments })], nextCursor: 'b' });
    const { items } = refreshFeed(
      shown,
      {
        head: { items: [found('a', { moments: [] })], nextCursor: 'a' },
        asked: new Set('ab'),
        found: [story('a', 1), story('b', 2)],
      },
      'b',
    );
    expect(items).toEqual([found('a', { moments: [] }), { ...story('b', 2), moments }]);
  });

  it('updates the shown stories, including those only in the head', () => {
    const feed = refreshFeed(
      feedOf('abc', 'c'),
      { head: { items: [story('a', 2)], nextCursor: 'a' }, asked: new Set('b'), found: [story('b', 1)] },
      'c',
    );
    expect(feed.items.map(({ upvotes }) => upvotes)).toEqual([2, 1, 0]);
  });

  it('removes stories that are no longer public, but only requested ones', () => {
    expect(order(refresh('abcdef', 'd', page('ab', 'b'), 'abcf'))).toBe('abcf');
    const feed = refreshFeed(
      feedOf('abcd', 'd'),
      { head: page('ab', 'b'), asked: new Set('c'), found: [] },
      'd',
    );
    expect(order(feed)).toBe('abd');
  });

  it('removes stories that a complete head lacks', () => {
    const feed = refreshFeed(feedOf('abcd'), { head: page('abd'), asked: new Set(), found: [] }, 'd');
    expect(order(feed)).toBe('abd');
  });

  it('keeps the order of seen stories, and takes the new order below', () => {
    expect(order(refresh('abcdef', 'c', page('abcfed', 'd')))).toBe('abcfed');
    expect(order(refresh('abcdef', 'c', page('fabcde', 'e')))).toBe('abcdef');
    expect(order(refresh('abcdef', 'c', page('cbaxd', 'd')))).toBe('abcxdef');
  });

  it('puts no story below the visible ones that belongs above them', () => {
    const feed = refresh('abcdef', 'f', page('abx', 'x'));
    expect([order(feed), getFeedNews(feed)]).toEqual(['abcdef', 'stories']);
  });

  it('takes the new order while nothing was seen', () => {
    const feed = refresh('abcdef', null, page('xbad', 'd'));
    expect([order(feed), getFeedNews(feed)]).toEqual(['xbadcef', null]);
  });

  it('lets a short feed grow beyond its first page', () => {
    const feed = refresh('ab', 'b', page('abc', 'c'), 'ab', null);
    expect([order(feed), feed.nextCursor]).toEqual(['abc', 'c']);
    expect(order(refresh('', null, page('a'), '', null))).toBe('a');
  });

  it('takes the cursor of a head that is as long as the feed', () => {
    expect(refresh('ab', 'b', page('ab', 'b')).nextCursor).toBe('b');
  });

  it('keeps its cursor if it holds more than the head', () => {
    expect(refresh('abcdef', 'c', page('ab', 'b')).nextCursor).toBe('end');
  });
});

describe('a page after the first', () => {
  const two = addPage(feedOf('abc', 'c'), 'c', page('def'));
  const refreshIn = (feed: Feed, lastSeen: string | null, visiblePage: ReturnType<typeof page>) =>
    refreshFeed(
      feed,
      {
        head: page('abc', 'c'),
        asked: new Set('abcdef'),
        found: stories('abcdef'),
        visiblePage: { ...visiblePage, afterId: 'c' },
      },
      lastSeen,
    );

  const refreshWithout = (gone: string) =>
    refreshFeed(
      two,
      {
        head: page('', 'c'),
        asked: new Set('abcdef'),
        found: stories('abcdef').filter(({ id }) => !gone.includes(id)),
      },
      'f',
    ).pageBreaks;

  it('is the visible page from its first story on', () => {
    expect(pageBreakBefore(two, 'c')).toBeNull();
    expect(pageBreakBefore(two, 'd')).toEqual({ cursor: 'c', afterId: 'c' });
    expect(pageBreakBefore(two, 'f')).toEqual({ cursor: 'c', afterId: 'c' });
    expect(pageBreakBefore(two, null)).toBeNull();
  });

  it('inserts new stories below the visible ones, where they belong', () => {
    const feed = refreshIn(two, 'd', page('dxef'));
    expect([order(feed), getFeedNews(feed), feed.nextCursor]).toEqual(['abcdxef', null, null]);
    expect(order(refreshIn(two, 'c', page('xydef')))).toBe('abcxydef');
  });

  it('reports new stories above the visible ones, and moves nothing', () => {
    const feed = refreshIn(two, 'f', page('dxef'));
    expect([order(feed), getFeedNews(feed)]).toEqual(['abcdef', 'stories']);
    expect(getFeedNews(refreshIn(feed, 'f', page('def')))).toBeNull();
  });

  it('begins behind the last story above it that is still public', () => {
    expect(refreshWithout('')).toEqual([{ cursor: 'c', afterId: 'c' }]);
    expect(refreshWithout('e')).toEqual([{ cursor: 'c', afterId: 'c' }]);
    expect(refreshWithout('c')).toEqual([{ cursor: 'c', afterId: 'b' }]);
    expect(refreshWithout('abc')).toEqual([]);
  });

  it('continues at the end of the head if the new stories exceed it', () => {
    const feed = refreshIn(two, 'f', page('defx', 'x'));
    expect([order(feed), feed.nextCursor]).toEqual(['abcdefx', 'x']);
  });

  it('does not reopen the end of a list whose last page is below the visible one', () => {
    const three = addPage(addPage(feedOf('abc', 'c'), 'c', page('def', 'f')), 'f', page('ghi'));
    const feed = refreshIn(three, 'e', page('def', 'f'));
    expect([order(feed), feed.nextCursor]).toEqual(['abcdefghi', null]);
  });
});

describe('getFeedNews', () => {
  it('distinguishes new stories from another order', () => {
    expect(getFeedNews(feedOf('abc'))).toBeNull();
    expect(getFeedNews({ ...feedOf('abc'), headIds: ['a', 'x'] })).toBe('stories');
    expect(getFeedNews({ ...feedOf('abc'), headIds: ['b', 'a'] })).toBe('order');
    expect(getFeedNews({ ...feedOf('abc'), headIds: ['a', 'c', 'b'] })).toBe('order');
  });
});

describe('idsAround', () => {
  it('asks for the visible and the next stories, within the limit of a call', () => {
    const items = stories('abcdefghijklmnop');
    expect(idsAround(items, 'h', 4).join('')).toBe('ghij');
    expect(idsAround(items, 'p', 4).join('')).toBe('mnop');
    expect(idsAround(items, null, 4).join('')).toBe('abcd');
    expect(idsAround(items, 'gone', 4).join('')).toBe('abcd');
    expect(idsAround(items, 'a', 50)).toHaveLength(16);
  });
});
