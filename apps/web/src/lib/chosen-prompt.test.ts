import { checkTag, toSubject } from '@relato/contract/stories/rules';
import { afterEach, expect, it, vi } from 'vitest';
import { prompts } from '../messages/recordings/prompts.ts';
import { readChosenPrompt, storeChosenPrompt, toDailyPrompt } from './chosen-prompt.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Sets the time, and gives this browser an empty storage. */
function begin(localTime: string): void {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  });
  vi.useFakeTimers({ now: new Date(localTime), toFake: ['Date'] });
}

it('offers the prompts in turn, from midnight to midnight of the device', () => {
  begin('2026-11-29T00:00:00');
  const first = toDailyPrompt();
  vi.setSystemTime(new Date('2026-11-29T23:59:59'));
  expect(toDailyPrompt()).toBe(first);
  vi.setSystemTime(new Date('2026-11-30T00:00:00'));
  expect(toDailyPrompt()).toBe((first + 1) % prompts.length);
});

it('keeps the chosen prompt until the end of the day', () => {
  begin('2026-11-29T21:00:00');
  const chosen = (toDailyPrompt() + 3) % prompts.length;
  storeChosenPrompt(chosen);
  expect(readChosenPrompt()).toBe(chosen);
  vi.setSystemTime(new Date('2026-11-30T09:00:00'));
  expect(readChosenPrompt()).toBe(toDailyPrompt());
});

it.each(['', '3', 'x y', '20786 99', '20786'])('ignores %j in the storage of an older page', (stored) => {
  begin('2026-11-29T21:00:00');
  localStorage.setItem('relato.prompt', stored);
  expect(readChosenPrompt()).toBe(toDailyPrompt());
});

it('has its own subject for the answers to each prompt', () => {
  const tags = prompts.map(({ tag }) => tag);
  expect(new Set(tags.map(toSubject)).size).toBe(tags.length);
  for (const tag of tags) expect(checkTag(tag)).toBeNull();
});
