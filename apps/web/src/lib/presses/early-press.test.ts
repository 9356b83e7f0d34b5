import { afterEach, expect, it, vi } from 'vitest';
import { takeEarlyPress } from './early-press.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const popovers = { prototype: { popover: null } };

function toEntry(entryType: string, name: string, startTime: number): PerformanceEntry {
  const entry = { name, startTime, entryType, duration: 0 };
  return { ...entry, toJSON: () => entry };
}

/** A page whose microphone button was or was not pressed, and the times at which it was hidden. */
function openPage(
  isPressed: boolean,
  hiddenAtMs: readonly number[] = [],
  elementsOfBrowser: object = popovers,
): void {
  const matches = () => {
    if (elementsOfBrowser !== popovers) throw new SyntaxError(':popover-open is not a valid selector');
    return isPressed;
  };
  const pressed = { matches, remove: () => (elements.pressed = null) };
  const elements: { pressed: typeof pressed | null } = { pressed };
  vi.stubGlobal('HTMLElement', elementsOfBrowser);
  vi.stubGlobal('document', { getElementById: () => elements.pressed });
  vi.stubGlobal('location', { href: 'https://relato.test/record' });
  vi.spyOn(performance, 'getEntriesByType').mockImplementation((type) =>
    type === 'navigation'
      ? [toEntry(type, 'https://relato.test/record/?from=x', 0)]
      : hiddenAtMs.map((startTime) => toEntry(type, 'hidden', startTime)),
  );
}

it('an early press counts once', () => {
  openPage(true);
  expect([takeEarlyPress(), takeEarlyPress()]).toEqual([true, false]);
});

it('a browser without popovers has no early press, and starts', () => {
  openPage(true, [], { prototype: {} });
  expect(takeEarlyPress()).toBe(false);
});

it('there is no early press without a press', () => {
  openPage(false);
  expect(takeEarlyPress()).toBe(false);
});

it('the early press does not count if the user left the page', () => {
  openPage(true, [900]);
  expect(takeEarlyPress()).toBe(false);
});

it('a page that was opened in the background does not count as left', () => {
  openPage(true, [0]);
  expect(takeEarlyPress()).toBe(true);
});

it.each(['/search', '/record?story=x'])(
  'the early press does not count on %s, to which the user went back',
  (path) => {
    openPage(true);
    vi.stubGlobal('location', { href: `https://relato.test${path}` });
    expect(takeEarlyPress()).toBe(false);
  },
);
