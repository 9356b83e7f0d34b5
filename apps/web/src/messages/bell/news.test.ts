import type { News, NewsKind } from '@relato/contract/news/types';
import { limits } from '@relato/contract/limits';
import { expect, it } from 'vitest';
import { toSentence } from './news.ts';

const say = (kind: NewsKind, more: Partial<News> = {}): string =>
  toSentence({
    id: '1',
    kind,
    createdAt: new Date(0),
    isRead: false,
    actor: { name: 'ana', username: 'ana', photo: null },
    others: 0,
    story: null,
    votes: null,
    ...more,
  }).join('…');

it('says what happened, and who did it with how many others', () => {
  expect(say('comment')).toBe('@ana comentó…');
  expect(say('comment', { others: 3 })).toBe('@ana y 3 más comentaron…');
  expect(say('comment', { others: limits.news.maxOfGroup - 1 })).toBe('@ana y 99 o más comentaron…');
  expect(say('comment', { actor: { name: 'Rosa', username: null, photo: null } })).toBe('Rosa comentó…');
  expect(say('comment', { actor: null })).toBe('Alguien comentó…');
  expect(say('mention')).toBe('@ana te mencionó en…');
  expect(say('mention', { others: 1 })).toBe('@ana y 1 más te mencionaron en…');
  expect(say('follow')).toBe('@ana empezó a seguirte…');
  expect(say('follow', { others: 2 })).toBe('@ana y 2 más empezaron a seguirte…');
  expect(say('votes', { actor: null, votes: 1 })).toBe('Tu historia…tiene 1 voto');
  expect(say('votes', { actor: null, votes: 1_000 })).toBe('Tu historia…tiene 1.000 votos');
  expect(say('transcript', { actor: null })).toBe('El texto de…está listo');
  expect(say('story')).toBe('@ana publicó…');
});
