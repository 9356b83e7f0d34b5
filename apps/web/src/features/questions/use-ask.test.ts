import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storeInTab } from '../../lib/tab-storage.ts';
import { stubStorage } from '../../lib/testing/fake-storage.ts';
import { Refusal, runHook } from '../../lib/testing/run-hook.tsx';
import { readSent, readTyped, storeSent, storeTyped } from './sent-question.ts';
import { useAsk } from './use-ask.ts';

const input = { text: '¿Cómo conociste a mi abuelo?', isOnce: false };
const link = { url: 'http://relato.test/cuentame#token=1', expiresAt: new Date(0) };

beforeEach(() => void stubStorage('sessionStorage'));
afterEach(() => {
  storeSent(null);
  storeTyped(null);
  vi.unstubAllGlobals();
});

/** Asks, and leaves the screen before the server answers. Returns the question that is sent when the user asks again. */
async function askAndLeave(answer: () => unknown) {
  const onAsked = vi.fn<() => void>();
  const onRefused = vi.fn<() => void>();
  const { result, queryClient } = runHook(() => useAsk({ onAsked, onRefused }), answer);
  result.ask(input);
  const first = readSent();
  await expect.poll(() => queryClient.isMutating()).toBe(0);
  expect(onAsked).not.toHaveBeenCalled();
  result.ask(input);
  const again = readSent();
  await expect.poll(() => queryClient.isMutating()).toBe(0);
  return { first, again };
}

it.each([
  { what: 'the answer came after the user left', answer: () => link },
  {
    what: 'the answer was lost',
    answer: () => {
      throw new TypeError('Failed to fetch');
    },
  },
])('asking again sends the same question, whose link the user has not seen: $what', async ({ answer }) => {
  const { first, again } = await askAndLeave(answer);
  expect(first).toMatchObject(input);
  expect(again).toEqual(first);
});

it('asking again after the question was withdrawn sends another one', async () => {
  const { first, again } = await askAndLeave(() => {
    throw new Refusal('CONFLICT');
  });
  expect(again).toMatchObject(input);
  expect(again?.id).not.toBe(first?.id);
});

it('a question with another text is another question', async () => {
  const options = { onAsked: () => {}, onRefused: () => {} };
  const { result, queryClient } = runHook(
    () => useAsk(options),
    () => link,
  );
  result.ask(input);
  const first = readSent();
  result.ask({ ...input, text: '¿Cómo era tu casa?' });
  expect(readSent()?.id).not.toBe(first?.id);
  await expect.poll(() => queryClient.isMutating()).toBe(0);
});

it('ignores what an older page has stored', () => {
  storeInTab('question', { id: 'id', text: 1 });
  expect(readSent()).toBeNull();
});

it('the typed text and the chosen switch stay when the screen ends, else what was sent', () => {
  expect(readTyped()).toEqual({ text: '', isOnce: true });
  storeSent({ id: crypto.randomUUID(), ...input });
  expect(readTyped()).toEqual(input);
  for (const typed of [
    { text: '¿Cómo era', isOnce: false },
    { text: '', isOnce: true },
  ]) {
    storeTyped(typed);
    expect(readTyped()).toEqual(typed);
  }
  storeTyped(null);
  expect(readTyped()).toEqual(input);
});

it('keeps the text that an older page has stored as typed, and ignores other forms', () => {
  storeInTab('question-typed', '¿Cómo era');
  expect(readTyped()).toEqual({ text: '¿Cómo era', isOnce: true });
  storeInTab('question-typed', { text: '¿Cómo era' });
  expect(readTyped()).toEqual({ text: '', isOnce: true });
});
