import { expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { toSentence, toShownTitle, toWholeSentence } from './sentences.ts';
import type { News, NewsKind } from './types.ts';

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

it('names the event, its last actor and the number of others', () => {
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
  expect(say('correction')).toBe('@ana propuso corregir o explicar algo en…');
  expect(say('correction', { others: 2 })).toBe('@ana y 2 más propusieron corregir o explicar algo en…');
  expect(say('corrected')).toBe('@ana corrigió el texto de…');
  expect(say('corrected', { others: 2 })).toBe('@ana y 2 más corrigieron el texto de…');
  expect(say('corrected', { actor: null })).toBe('Lo que propusiste ya está en…');
  expect(say('corrected', { actor: null, others: 1 })).toBe('Lo que propusiste ya está en…');
  expect(say('story')).toBe('@ana publicó…');
  expect(say('answer')).toBe('@ana respondió a tu pregunta con…');
  expect(say('let_in')).toBe('@ana dejó oír tu respuesta a…');
  expect(say('let_in', { actor: null })).toBe('Tu historia…ya es pública');
});

it('contains the title of a public story only', () => {
  const news = { actor: { name: 'ana', username: 'ana' }, others: 0, votes: 10 };
  expect(toWholeSentence({ ...news, kind: 'comment' }, 'El tren')).toBe('@ana comentó «El tren»');
  expect(toWholeSentence({ ...news, kind: 'comment' }, null)).toBe('@ana comentó tu historia');
  expect(toWholeSentence({ ...news, kind: 'answer' }, null)).toBe(
    '@ana respondió a tu pregunta con una historia',
  );
  expect(toWholeSentence({ ...news, kind: 'let_in' }, 'El baile')).toBe(
    '@ana dejó oír tu respuesta a «El baile»',
  );
  expect(toWholeSentence({ ...news, kind: 'let_in' }, null)).toBe(
    '@ana dejó oír tu respuesta a una historia',
  );
  expect(toWholeSentence({ ...news, kind: 'let_in', actor: null }, null)).toBe('Tu historia ya es pública');
  expect(toWholeSentence({ ...news, kind: 'mention' }, null)).toBe('@ana te mencionó en una historia');
  expect(toWholeSentence({ ...news, kind: 'corrected' }, null)).toBe('@ana corrigió el texto de tu historia');
  expect(toWholeSentence({ ...news, kind: 'corrected', actor: null }, null)).toBe(
    'Lo que propusiste ya está en una historia',
  );
  expect(toWholeSentence({ ...news, kind: 'votes' }, 'El tren')).toBe('Tu historia «El tren» tiene 10 votos');
  expect(toWholeSentence({ ...news, kind: 'votes' }, null)).toBe('Tu historia tiene 10 votos');
  expect(toWholeSentence({ ...news, kind: 'transcript' }, null)).toBe('El texto de tu historia está listo');
  expect(toWholeSentence({ ...news, kind: 'follow' }, null)).toBe('@ana empezó a seguirte');
});

it.each([
  ['premio-es.com/canjear', null, 'Alguien'],
  ['Sra. Pérez', null, 'Sra. Pérez'],
  ['ana.eu', 'ana.eu', '@ana.eu'],
])('leaves out the name of a visitor that programs would turn into a link: %s', (name, username, shown) => {
  const news = { kind: 'comment', actor: { name, username }, others: 0, votes: null } as const;
  expect(toWholeSentence(news, 'El tren')).toBe(`${shown} comentó «El tren»`);
});

it('names no story of others whose title has a muted word, or may have one', () => {
  const actor = { name: 'ana', username: 'ana' };
  const show = (kind: NewsKind, words: readonly string[] | null, by: typeof actor | null = actor) =>
    toShownTitle({ kind, actor: by, others: 0, votes: null }, 'El baile', words);
  for (const kind of ['story', 'answer', 'reply', 'mention', 'let_in'] as const) {
    expect([kind, show(kind, ['baile'])]).toEqual([kind, null]);
    expect([kind, show(kind, null)]).toEqual([kind, null]);
    expect([kind, show(kind, ['tren'])]).toEqual([kind, 'El baile']);
  }
  expect(show('corrected', ['baile'], null)).toBeNull();
  expect(show('comment', ['baile'])).toBe('El baile');
  expect(toWholeSentence({ kind: 'story', actor, others: 0, votes: null }, null)).toBe(
    '@ana publicó una historia',
  );
});

it('has a general text for a kind of a newer server', () => {
  expect(say('newer' as NewsKind)).toBe('Hay novedades en…');
});
