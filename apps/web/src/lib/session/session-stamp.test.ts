import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubStorage } from '../testing/fake-storage.ts';
import { hasSessionChanged, readSessionStamp, stampSession } from './session-stamp.ts';

const forbid = () => {
  throw new Error('SecurityError');
};
const now = Date.parse('2040-05-01T10:00:00Z');

beforeEach(() => {
  const stored = new Map<string, string>();
  stubStorage('localStorage', stored);
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it.each([
  ['before this page was requested, though the device slept since the first one', -1_001, false],
  ['while this page was loading', -999, true],
  ['just now', 0, true],
  ['before the clock was set back', 1, false],
])('the session changed %s', (_when, sinceNowMs, hasChanged) => {
  vi.setSystemTime(now + sinceNowMs);
  stampSession();
  vi.setSystemTime(now);
  expect(hasSessionChanged()).toBe(hasChanged);
});

it('the session counts as unchanged if nothing is stored, or the storage is forbidden', () => {
  expect(hasSessionChanged()).toBe(false);
  vi.stubGlobal('localStorage', { getItem: forbid, setItem: forbid });
  expect(hasSessionChanged()).toBe(false);
});

it('REL-36: a change of this tab is known despite a full storage, so that a sign-out does not show the notice that the session ended', () => {
  vi.stubGlobal('localStorage', { getItem: () => '7', setItem: forbid });
  expect(readSessionStamp()).toBe(7);
  vi.setSystemTime(now);
  stampSession();
  expect(readSessionStamp()).toBe(now);
  expect(hasSessionChanged()).toBe(true);
});
