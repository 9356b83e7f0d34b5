import type { Podcast, PodcastStory } from '@relato/api';
import { limits } from '@relato/contract';
import * as fc from 'fast-check';
import { parseFeed } from 'podcast-partytime';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { toFeed } from './podcast-feed.ts';

const publicUrl = 'https://relato.test';
const story: PodcastStory = {
  id: '0190a0a0-0000-7000-8000-000000000001',
  title: 'El tren de las siete',
  beginning: 'Había una vez un tren que nunca salió.',
  hasWords: true,
  tags: ['trenes', 'viajes'],
  durationMs: 252_400,
  publishedAt: new Date('2026-11-01T10:00:00Z'),
  mp3Bytes: 2_019_456,
};
const podcast: Podcast = {
  guid: '9b024349-ccf0-5f69-a609-6b82873eab3c',
  author: { id: '0190a0a0-0000-7000-8000-00000000000a', username: 'María.ñ' },
  hasMoved: false,
  changedAt: new Date('2026-11-02T10:00:00Z'),
  stories: [story],
};
const toMp3Tag = ({ title }: { readonly title: string }) => new Uint8Array(title.length);
const feedOf = (stories: readonly Partial<PodcastStory>[], ownerEmail?: string) =>
  toFeed(
    { ...podcast, stories: stories.map((fields) => ({ ...story, ...fields })) },
    { publicUrl, ownerEmail, toMp3Tag },
  );

const isWellFormed = async (xml: string): Promise<boolean> =>
  (await validateXML({ xml, normalization: 'format' })).valid;

/** Reads a feed as the Podcast Index does. */
function index(feed: string) {
  const read = parseFeed(feed);
  if (!read) throw new Error('The Podcast Index reads no feed');
  return read;
}

describe('the feed of a podcast', () => {
  it('is read by the parser of the Podcast Index', async () => {
    const profile = `${publicUrl}/u/Mar%C3%ADa.%C3%B1`;
    const feed = feedOf([{}]);
    expect(await isWellFormed(feed)).toBe(true);
    const read = index(feed);
    expect(read).toMatchObject({
      title: '@María.ñ en Relato',
      link: profile,
      language: 'es',
      guid: podcast.guid,
      explicit: false,
      author: 'María.ñ',
      itunesType: 'episodic',
      medium: 'podcast',
      podcastPeople: [{ name: 'María.ñ', href: profile }],
    });
    // The parser reads the lock only with the address of an owner, which a public feed must not name.
    expect(feed).toContain('<podcast:locked>yes</podcast:locked>');
    expect(read.itunesImage).toMatch(/^https:\/\/relato\.test\/feed\/[\w-]+\.png$/);
    expect(read.items).toHaveLength(1);
    expect(read.items[0]).toMatchObject({
      title: 'El tren de las siete',
      guid: story.id,
      link: `${publicUrl}/?story=${story.id}`,
      description: 'Había una vez un tren que nunca salió.',
      duration: 252,
      pubDate: story.publishedAt,
      enclosure: {
        url: `${publicUrl}/feed/${story.id}.mp3`,
        length: 2_019_456 + story.title.length,
        type: 'audio/mpeg',
      },
      podcastTranscripts: [
        { url: `${publicUrl}/feed/${story.id}.vtt`, type: 'text/vtt', language: 'es' },
        // Its name of that type.
        { url: `${publicUrl}/feed/${story.id}.srt`, type: 'application/srt', language: 'es' },
        { url: `${publicUrl}/feed/${story.id}.json`, type: 'application/json', language: 'es' },
        { url: `${publicUrl}/feed/${story.id}.txt`, type: 'text/plain', language: 'es' },
      ],
    });
    expect(Object.values(read.pc20support).flat()).toEqual(
      expect.arrayContaining(['transcript', 'person', 'guid']),
    );
  });

  it('names the address of the site if there is one, and no other', () => {
    expect(feedOf([{}])).not.toMatch(/owner|@relato\.test/);
    expect(index(feedOf([{}], 'podcast@relato.test')).owner).toEqual({
      name: 'Relato',
      email: 'podcast@relato.test',
    });
  });

  it('offers the plain text of a story whose author typed it, which has no times', () => {
    const read = index(feedOf([{ hasWords: false }])).items[0];
    expect(read?.podcastTranscripts).toEqual([
      { url: `${publicUrl}/feed/${story.id}.txt`, type: 'text/plain', language: 'es' },
    ]);
  });

  it('has no transcripts of a story without times and text, and describes it', () => {
    const feed = feedOf([{ hasWords: false, beginning: null }]);
    expect(feed).not.toContain('podcast:transcript');
    expect(index(feed).items[0]?.description).toContain('Relato');
  });

  it('cuts a longer text between words', () => {
    const beginning = 'Llovía. '.repeat(200).slice(0, limits.podcast.descriptionLength + 1);
    const { description = '' } = index(feedOf([{ beginning }])).items[0] ?? {};
    expect(description).toMatch(/ Llovía\.…$/);
    expect(description.length).toBeLessThanOrEqual(limits.podcast.descriptionLength + 1);
  });

  it('SEC-57: names its new address after a move, and only then', async () => {
    const moved = toFeed({ ...podcast, hasMoved: true }, { publicUrl, ownerEmail: undefined, toMp3Tag });
    const address = `${publicUrl}/u/Mar%C3%ADa.%C3%B1/feed.xml`;
    expect(moved).toContain(`<itunes:new-feed-url>${address}</itunes:new-feed-url>`);
    expect(await isWellFormed(moved)).toBe(true);
    expect(feedOf([])).not.toContain('new-feed-url');
  });

  it('has no item at first', () => {
    expect(index(feedOf([]))).toMatchObject({ title: '@María.ñ en Relato', guid: podcast.guid });
  });

  const hostile = [
    ['markup', '"><script>alert(1)</script>'],
    ['the end of a section', ']]></title><item>'],
    ['control characters', '\u0000\u0001\u001F\uFFFE\uFFFF tren'],
    ['300 emoji', '🥭'.repeat(300)],
    ['Arabic, and an override', 'قصة القطار \u202E x'],
    ['half a character', '\uD800 suelto'],
  ] as const;

  it.each(hostile)('SEC-38: keeps its form with %s in title, text and tag', async (_kind, text) => {
    const feed = feedOf([{ title: text, beginning: text, tags: [text] }]);
    expect(await isWellFormed(feed)).toBe(true);
    const shown = text.replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '').trim();
    expect(index(feed).items.map(({ title }) => title)).toEqual([shown]);
  });

  it('shows references as they were written', async () => {
    const feed = feedOf([{ title: '&amp; &#0; &' }]);
    expect(feed).toContain('<title>&amp;amp; &amp;#0; &amp;</title>');
    expect([await isWellFormed(feed), await isWellFormed(feed.slice(0, -9))]).toEqual([true, false]);
  });

  it('SEC-38: holds only characters that an XML document may hold', async () => {
    const text = fc.string({ unit: 'binary', maxLength: limits.title.maxLength });
    const stories = fc
      .sample(fc.record({ title: text, beginning: text, tag: text }), { numRuns: 100, seed: 1 })
      .map(({ title, beginning, tag }) => ({ title, beginning, tags: [tag] }));
    const feed = feedOf(stories);
    expect(await isWellFormed(feed)).toBe(true);
    expect(feed.match(/<item>/g)).toHaveLength(stories.length);
    expect(feed.match(/<title>/g)).toHaveLength(stories.length + 2);
  });
});
