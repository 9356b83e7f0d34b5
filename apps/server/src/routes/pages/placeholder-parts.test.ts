import { expect, it } from 'vitest';
import { findStartParts } from './placeholder-parts.ts';

const toAnswer = (json: unknown) => ({ result: { data: { json } } });
const find = (story: object, session: object | null = null, words?: readonly string[]) =>
  findStartParts(new URL('https://relato.example/search?q=noche'), [
    {
      calls: [
        { path: 'settings.public', type: 'query' },
        { path: 'account.session', type: 'query' },
        { path: 'stories.feed', input: { search: 'noche', tags: [] }, type: 'query' },
      ],
      answers: [
        toAnswer({ flags: { recordOnly: true } }),
        toAnswer(session),
        toAnswer({ items: [story], nextCursor: null }),
      ],
    },
    ...(words
      ? [{ calls: [{ path: 'blocks.words', type: 'query' } as const], answers: [toAnswer(words)] }]
      : []),
  ]).names;

const story = {
  title: 'La noche',
  transcript: 'Era de noche',
  transcriptStatus: 'ready',
  tags: ['Amor'],
  author: { username: 'ana' },
  viewer: { canEdit: false },
};

it('a search shows no text, because the found sentences replace it', () => {
  expect(find(story)).toEqual(['microphone', 'feed', 'card']);
  expect(find({ ...story, moments: [] })).toEqual(['microphone', 'feed', 'card']);
  expect(find({ ...story, moments: [{ parts: ['Era de ', 'noche'], startMs: null }] })).toEqual([
    'microphone',
    'feed',
  ]);
});

it('a story with a muted word shows no text, nor does any while the muted words of a user are unknown', () => {
  const user = { user: {} };
  expect(find(story, user, ['tren'])).toEqual(['microphone', 'feed', 'card']);
  for (const word of ['Noché', 'era de', 'amor', 'ana'])
    expect([word, find(story, user, ['tren', word])]).toEqual([word, ['microphone', 'feed']]);
  expect(find({ ...story, viewer: { canEdit: true } }, user, ['noche'])).toContain('card');
  expect(find(story, user)).toEqual(['microphone', 'feed']);
});

const findWithoutData = (path: string) => findStartParts(new URL(path, 'https://relato.example'), []).names;

it('a page without its data shows the recorder at its address, and no microphone where the recorder may appear', () => {
  expect(findWithoutData('/record')).toEqual(['recorder']);
  expect(findWithoutData('/')).toEqual([]);
  expect(findWithoutData('/profile')).toEqual(['microphone']);
});

it('a page whose address has a token asks for a reload, because a retry by a link would lose the token', () => {
  for (const path of [
    '/apelar',
    '/confirmar',
    '/confirmar-correo',
    '/cuentame',
    '/restablecer',
    '/confirmar/',
  ])
    expect([path, findWithoutData(path)]).toEqual([path, ['microphone', 'reload']]);
});
