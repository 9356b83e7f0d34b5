import { expect, it } from 'vitest';
import { findStartParts } from './placeholder-parts.ts';

const toAnswer = (json: unknown) => ({ result: { data: { json } } });
const find = (story: object) =>
  findStartParts(new URL('https://relato.example/search?q=noche'), [
    {
      calls: [
        { path: 'settings.public', type: 'query' },
        { path: 'stories.feed', input: { search: 'noche', tags: [] }, type: 'query' },
      ],
      answers: [toAnswer({ flags: { recordOnly: true } }), toAnswer({ items: [story], nextCursor: null })],
    },
  ]).names;

it('a search shows no text, because the found sentences replace it', () => {
  const story = { title: 'La noche', transcript: 'Era de noche', transcriptStatus: 'ready' };
  expect(find(story)).toEqual(['microphone', 'feed', 'card']);
  expect(find({ ...story, moments: [] })).toEqual(['microphone', 'feed', 'card']);
  expect(find({ ...story, moments: [{ parts: ['Era de ', 'noche'], startMs: null }] })).toEqual([
    'microphone',
    'feed',
  ]);
});

const findWithoutData = (path: string) => findStartParts(new URL(path, 'https://relato.example'), []).names;

it('a page without its data shows the recorder at its address, and no microphone where the recorder may appear', () => {
  expect(findWithoutData('/record')).toEqual(['recorder']);
  expect(findWithoutData('/')).toEqual([]);
  expect(findWithoutData('/profile')).toEqual(['microphone']);
});
