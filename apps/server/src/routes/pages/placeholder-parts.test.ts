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

it('a search shows no text that the found sentences replace', () => {
  const story = { title: 'La noche', transcript: 'Era de noche', transcriptStatus: 'ready' };
  expect(find(story)).toEqual(['feed', 'card']);
  expect(find({ ...story, moments: [] })).toEqual(['feed', 'card']);
  expect(find({ ...story, moments: [{ parts: ['Era de ', 'noche'], startMs: null }] })).toEqual(['feed']);
});
