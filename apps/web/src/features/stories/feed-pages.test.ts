import type { StorySummary } from '@relato/contract/stories/types';
import { describe, expect, it } from 'vitest';
import {
  addPage,
  idsAround,
  pageBreakBefore,
  getFeedNews,
  refreshFeed,
  startFeed,
  type Feed,
} from './feed-pages.ts';

// Only the fields that a feed reads.
const story = (id: string, upvotes = 0) => ({ id, upvotes }) as unknown as StorySummary;
const stories = (ids: string) => ids.split('').map((id) => story(id));
const page = (ids: string, nextCursor: string | null = null) => ({ items: stories(ids), nextCursor });
const feedOf = (ids: string, nextCursor: string | null = null): Feed => startFeed(page(ids, nextCursor));
const order = ({ items }: Feed) => items.map(({ id }) => id).join('');

const refresh = (
  shown: string,
  lastSeen: string | null,
  head: ReturnType<typeof page>,
  found = shown,
  cursor: string | null = 'end',
) => refreshFeed(feedOf(shown, cursor), { head, asked: new Set(shown), found: stories(found) }, lastSeen);

describe('addPage', () => {
  it('adds what is not there yet, once', () => {
    const feed = addPage(feedOf('abc', 'c'), 'c', page('cde', 'e'));
    expect([order(feed), feed.nextCursor]).toEqual(['abcde', 'e']);
    expect(addPage(feed, 'c', page('cde', 'e'))).toBe(feed);
  });
});

describe('refreshFeed', () => {
  it('shows how stories are now, also those that only the head tells of', () => {
    const feed = refreshFeed(
      feedOf('abc', 'c'),
      { head: { items: [story('a', 2)], nextCursor: 'a' }, asked: new Set('b'), found: [story('b', 1)] },
      'c',
    );
    expect(feed.items.map(({ upvotes }) => upvotes)).toEqual([2, 1, 0]);
  });

  it('lets go of what is not public any more, wherever it is, and of nothing that it did not ask for', () => {
    expect(order(refresh('abcdef', 'd', page('ab', 'b'), 'abcf'))).toBe('abcf');
    const feed = refreshFeed(
      feedOf('abcd', 'd'),
      { head: page('ab', 'b'), asked: new Set('c'), found: [] },
      'd',
    );
    expect(order(feed)).toBe('abd');
  });

  it('knows that what a complete head lacks is gone', () => {
    const feed = refreshFeed(feedOf('abcd'), { head: page('abd'), asked: new Set(), found: [] }, 'd');
    expect(order(feed)).toBe('abd');
  });

  it('keeps the order of what one has seen, and takes the new one below', () => {
    expect(order(refresh('abcdef', 'c', page('abcfed', 'd')))).toBe('abcfed');
    expect(order(refresh('abcdef', 'c', page('fabcde', 'e')))).toBe('abcdef');
    expect(order(refresh('abcdef', 'c', page('cbaxd', 'd')))).toBe('abcxdef');
  });

  it('puts nothing below what one reads that belongs above it', () => {
    const feed = refresh('abcdef', 'f', page('abx', 'x'));
    expect([order(feed), getFeedNews(feed)]).toEqual(['abcdef', 'stories']);
  });

  it('takes the whole order of now while nobody has seen anything', () => {
    const feed = refresh('abcdef', null, page('xbad', 'd'));
    expect([order(feed), getFeedNews(feed)]).toEqual(['xbadcef', null]);
  });

  it('lets a short feed grow over its first page', () => {
    const feed = refresh('ab', 'b', page('abc', 'c'), 'ab', null);
    expect([order(feed), feed.nextCursor]).toEqual(['abc', 'c']);
    expect(order(refresh('', null, page('a'), '', null))).toBe('a');
  });

  it('goes on where it was when it holds more than the head', () => {
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

  it('is where the screen is from its first story on', () => {
    expect(pageBreakBefore(two, 'c')).toBeNull();
    expect(pageBreakBefore(two, 'd')).toEqual({ cursor: 'c', afterId: 'c' });
    expect(pageBreakBefore(two, 'f')).toEqual({ cursor: 'c', afterId: 'c' });
    expect(pageBreakBefore(two, null)).toBeNull();
  });

  it('takes in what is new below what one reads, where it belongs', () => {
    const feed = refreshIn(two, 'd', page('dxef'));
    expect([order(feed), getFeedNews(feed), feed.nextCursor]).toEqual(['abcdxef', null, null]);
    expect(order(refreshIn(two, 'c', page('xydef')))).toBe('abcxydef');
  });

  it('tells of what is new above what one reads, and moves nothing', () => {
    const feed = refreshIn(two, 'f', page('dxef'));
    expect([order(feed), getFeedNews(feed)]).toEqual(['abcdef', 'stories']);
    expect(getFeedNews(refreshIn(feed, 'f', page('def')))).toBeNull();
  });

  it('goes on at its end when so much is new that it does not reach to where it did', () => {
    const feed = refreshIn(two, 'f', page('defx', 'x'));
    expect([order(feed), feed.nextCursor]).toEqual(['abcdefx', 'x']);
  });
});

describe('newsOf', () => {
  it('tells stories that are not shown from another order of those that are', () => {
    expect(getFeedNews(feedOf('abc'))).toBeNull();
    expect(getFeedNews({ ...feedOf('abc'), headIds: ['a', 'x'] })).toBe('stories');
    expect(getFeedNews({ ...feedOf('abc'), headIds: ['b', 'a'] })).toBe('order');
  });
});

describe('idsAround', () => {
  it('asks for what is on the screen and what comes next, and never for more than a call takes', () => {
    const items = stories('abcdefghijklmnop');
    expect(idsAround(items, 'h', 4).join('')).toBe('ghij');
    expect(idsAround(items, 'p', 4).join('')).toBe('mnop');
    expect(idsAround(items, null, 4).join('')).toBe('abcd');
    expect(idsAround(items, 'gone', 4).join('')).toBe('abcd');
    expect(idsAround(items, 'a', 50)).toHaveLength(16);
  });
});
