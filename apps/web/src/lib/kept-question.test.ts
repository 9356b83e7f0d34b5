import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { limits } from '@relato/contract/limits';
import { forgetQuestion, keepQuestion, keepQuestionFor, readKeptQuestion } from './kept-question.ts';

const question = { token: 'x', text: '¿Y el mar?', asker: 'ana' };
let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => {
  forgetQuestion('x');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('stays until it is forgotten by its token', () => {
  expect(readKeptQuestion()).toBeNull();
  keepQuestion(question);
  forgetQuestion('another');
  expect(readKeptQuestion()).toEqual(question);
  forgetQuestion('x');
  expect(readKeptQuestion()).toBeNull();
});

it('lasts as long as the page if nothing can be stored', () => {
  vi.stubGlobal('localStorage', undefined);
  keepQuestion(question);
  expect(readKeptQuestion()).toEqual(question);
});

it('ends after some days, and with a sign-out', () => {
  vi.useFakeTimers();
  keepQuestion(question);
  vi.advanceTimersByTime(limits.question.keptDays * 86_400_000 - 1);
  expect(readKeptQuestion()).toEqual(question);
  vi.advanceTimersByTime(1);
  expect(readKeptQuestion()).toBeNull();
  keepQuestion({ ...question, owner: 'ana' });
  keepQuestionFor(null);
  expect(readKeptQuestion()).toBeNull();
});

it('passes from a visitor to the first user who signs in, and to no other user', () => {
  vi.useFakeTimers();
  keepQuestion(question);
  keepQuestionFor(null);
  keepQuestionFor('ana');
  keepQuestionFor('ana');
  expect(readKeptQuestion()).toEqual({ ...question, owner: 'ana' });
  keepQuestionFor('beto');
  expect(readKeptQuestion()).toBeNull();
  keepQuestion({ ...question, owner: 'ana' });
  // It lasts no longer because of a sign-in.
  vi.advanceTimersByTime(limits.question.keptDays * 86_400_000 - 1);
  keepQuestionFor('ana');
  vi.advanceTimersByTime(1);
  expect(readKeptQuestion()).toBeNull();
});

it('ignores the data of another version', () => {
  for (const text of ['1', '{', '{"token":"x"}', '{"question":{"token":"x"},"untilMs":1e15}']) {
    stored.set('relato.question', text);
    expect(readKeptQuestion()).toBeNull();
  }
});
