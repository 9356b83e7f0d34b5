import type { LinkedStory } from '@relato/api';
import { limits } from '@relato/contract';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toProfileHead, toStoryHead } from './page-head.ts';

const publicUrl = 'https://relato.test';
const story: LinkedStory = {
  id: '0190a0a0-0000-7000-8000-000000000001',
  title: 'El tren de las siete',
  author: { username: 'marisol' },
  transcript: 'Había una vez un tren que nunca salió.',
  tags: ['trenes', 'viajes'],
  durationMs: 252_400,
  peaks: '0,50,100',
  publishedAt: new Date('2026-11-01T10:00:00Z'),
  updatedAt: new Date('2026-11-02T10:00:00Z'),
  hasMp3: false,
  picture: null,
};
const headOf = (fields: Partial<LinkedStory> = {}) => toStoryHead({ ...story, ...fields }, publicUrl);

const references: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const unescape = (text: string) => text.replaceAll(/&(#?\w+);/g, (whole, name) => references[name] ?? whole);

/** Returns the contents of the elements with a name or a property. */
const readMeta = (head: string, name: string) =>
  [...head.matchAll(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`, 'g'))].map(
    ([, content = '']) => unescape(content),
  );
const readTitle = (head: string) => unescape(/^<title>([^<]*)<\/title>/.exec(head)?.[1] ?? '');

function readLinkedData(head: string): unknown {
  const [, json = ''] = /<script type="application\/ld\+json">([^<]*)<\/script>$/.exec(head) ?? [];
  return JSON.parse(json);
}

describe('the head of a story', () => {
  it('describes the link', () => {
    const head = headOf();
    expect(readTitle(head)).toBe('El tren de las siete · marisol – Relato');
    for (const [name, contents] of Object.entries({
      'og:image': [expect.stringMatching(/^https:\/\/relato\.test\/preview\/[\w-]{36}-[\w-]{10}\.png$/)],
      'twitter:title': ['El tren de las siete'],
      'twitter:description': ['Había una vez un tren que nunca salió.'],
      'twitter:image:alt': ['El tren de las siete'],
      'article:modified_time': ['2026-11-02T10:00:00.000Z'],
      'article:author': [`${publicUrl}/u/marisol`],
      'article:tag': ['trenes', 'viajes'],
    })) {
      expect([name, readMeta(head, name)]).toEqual([name, contents]);
    }
    expect(readLinkedData(head)).toMatchObject({
      '@context': 'https://schema.org',
      name: 'El tren de las siete',
      author: { '@type': 'Person', name: 'marisol' },
      associatedMedia: { duration: 'PT252S' },
    });
  });

  it('names no author and no text for a story without them', () => {
    const head = headOf({ author: { username: null }, transcript: null, tags: [] });
    expect(readTitle(head)).toBe('El tren de las siete – Relato');
    expect(readMeta(head, 'article:author')).toEqual([]);
    expect(readMeta(head, 'description')).toEqual(['Una historia contada de viva voz. Escúchala en Relato.']);
    expect(JSON.stringify(readLinkedData(head))).not.toMatch(/author|transcript/);
  });

  it.each([
    ['between words', 'palabra '.repeat(60), `${'palabra '.repeat(19).trimEnd()}…`],
    ['beside an emoji, not in it', '👩‍👩‍👧'.repeat(60), `${'👩‍👩‍👧'.repeat(19)}…`],
  ])('cuts the description %s', (_where, transcript, description) => {
    expect(readMeta(headOf({ transcript }), 'description')).toEqual([description]);
  });

  it('SEC-38: keeps its form with any texts', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: limits.title.maxLength }),
      fc.constantFrom(
        '"><script>alert(1)</script>',
        '</title><svg onload=x>',
        '\u0000\u0001\uFFFE',
        "' & <!--",
        '\u202Eidé',
      ),
    );
    fc.assert(
      fc.property(hostile, hostile, hostile, (title, transcript, tag) => {
        const head = headOf({ title, transcript, tags: [tag] });
        const names = [...head.matchAll(/<(\/?\w+)/g)].map(([, name = '']) => name);
        const metas = Array.from({ length: 24 }, () => 'meta');
        expect(names.toSorted()).toEqual(
          ['title', '/title', 'link', 'link', 'script', '/script', ...metas].toSorted(),
        );
        // eslint-disable-next-line no-control-regex -- what no document may hold
        expect(head).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/u);
        expect(readMeta(head, 'article:tag')).toHaveLength(1);
        expect(readLinkedData(head)).toMatchObject({ associatedMedia: { transcript: expect.any(String) } });
      }),
      { numRuns: 100, seed: 1 },
    );
  });
});

it('the head of a profile names its owner', () => {
  const head = toProfileHead(
    {
      id: story.id as never, // the head does not show it
      username: 'José.luz',
      about: '',
      postsCount: 3,
      followersCount: 12,
      followingCount: 1,
      podcast: false,
      viewer: { isSelf: false, isFollowing: false, isMuted: false, isTold: false },
    },
    publicUrl,
  );
  expect(readMeta(head, 'og:image')).toEqual([`${publicUrl}/icons/icon-512.png`]);
  expect(readMeta(head, 'og:url')).toEqual([`${publicUrl}/u/Jos%C3%A9.luz`]);
  expect(readLinkedData(head)).toMatchObject({
    mainEntity: { name: 'José.luz', interactionStatistic: { userInteractionCount: 12 } },
  });
});
