import type { Podcast, PodcastStory } from '@relato/api';
import { escapeMarkup, limits, serverLimits, toSubjectUrl } from '@relato/contract';
import * as fc from 'fast-check';
import { parseFeed } from 'podcast-partytime';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { toFeed, toSubjectChannel, toUserChannel } from './podcast-feed.ts';

const publicUrl = 'https://relato.test';
const story: PodcastStory = {
  id: '0190a0a0-0000-7000-8000-000000000001',
  username: 'María.ñ',
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
    toUserChannel({ ...podcast, stories: stories.map((fields) => ({ ...story, ...fields })) }, publicUrl),
    { publicUrl, ownerEmail, toMp3Tag },
  );

const isWellFormed = async (xml: string): Promise<boolean> =>
  (await validateXML({ xml, normalization: 'format' })).valid;

/** Reads a feed like the Podcast Index. */
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
    // The parser reads the lock only with the address of an owner, which a public feed must not contain.
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
        // The parser's own name for that type.
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

  it('offers only the plain text of a story with a typed text, and describes a story without a text', () => {
    expect(index(feedOf([{ hasWords: false }])).items[0]?.podcastTranscripts).toEqual([
      { url: `${publicUrl}/feed/${story.id}.txt`, type: 'text/plain', language: 'es' },
    ]);
    const feed = feedOf([{ hasWords: false, beginning: null }]);
    expect(feed).not.toContain('podcast:transcript');
    expect(index(feed).items[0]?.description).toContain('Relato');
  });

  it('cuts a longer text between words', () => {
    const beginning = 'Llovía. '.repeat(200).slice(0, serverLimits.podcast.descriptionLength + 1);
    const { description = '' } = index(feedOf([{ beginning }])).items[0] ?? {};
    expect(description).toMatch(/ Llovía\.…$/);
    expect(description.length).toBeLessThanOrEqual(serverLimits.podcast.descriptionLength + 1);
  });

  it('SEC-57: names its new address after a move, and only then', async () => {
    const channel = toUserChannel({ ...podcast, hasMoved: true }, publicUrl);
    const moved = toFeed(channel, { publicUrl, ownerEmail: undefined, toMp3Tag });
    const address = `${publicUrl}/u/Mar%C3%ADa.%C3%B1/feed.xml`;
    expect(moved).toContain(`<itunes:new-feed-url>${address}</itunes:new-feed-url>`);
    expect(await isWellFormed(moved)).toBe(true);
    expect(feedOf([])).not.toContain('new-feed-url');
  });

  it('of a subject names the author of each story, whatever the name of the subject is', async () => {
    for (const name of ['Película', '</title>', '🥭', 'حكاية']) {
      const channel = toSubjectChannel({ ...podcast, name }, publicUrl);
      const feed = toFeed(channel, { publicUrl, ownerEmail: undefined, toMp3Tag });
      expect(await isWellFormed(feed)).toBe(true);
      expect(index(feed)).toMatchObject({
        guid: podcast.guid,
        author: 'Relato',
        link: toSubjectUrl(publicUrl, name),
      });
      expect(feed.match(/<podcast:person/gu)).toHaveLength(1);
    }
  });

  it('SEC-38: keeps its form with any title, text and tag', async () => {
    const hostile = [
      '"><script>alert(1)</script>',
      ']]></title><item>',
      '\u0000\u0001\u001F\uFFFE\uFFFF tren',
      '\uD800 suelto',
      '&amp; &#0; &',
    ];
    const anything = fc.string({ unit: 'binary', maxLength: limits.title.maxLength });
    const texts = [...hostile, ...fc.sample(anything, { numRuns: 60, seed: 1 })];
    const feed = feedOf(texts.map((text) => ({ title: text, beginning: text, tags: [text] })));
    expect(await isWellFormed(feed)).toBe(true);
    expect(await isWellFormed(feed.slice(0, -9))).toBe(false);
    expect(feed.match(/<item>/g)).toHaveLength(texts.length);
    for (const text of hostile) {
      const title = text.replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '').trim();
      expect(feed).toContain(`<title>${escapeMarkup(title)}</title>`);
    }
  });
});
