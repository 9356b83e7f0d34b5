import { afterEach, expect, it, vi } from 'vitest';
import { takeEarlyPress } from './early-press.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const popovers = { prototype: { popover: null } };

/** A page whose microphone was pressed or not, and which was hidden at these times. */
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
  const entries = hiddenAtMs.map((startTime): PerformanceEntry => {
    const entry = { name: 'hidden', startTime, entryType: 'visibility-state', duration: 0 };
    return { ...entry, toJSON: () => entry };
  });
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(entries);
}

it('an early press counts once', () => {
  openPage(true);
  expect([takeEarlyPress(), takeEarlyPress()]).toEqual([true, false]);
});

it('a browser without popovers has none, and starts', () => {
  openPage(true, [], { prototype: {} });
  expect(takeEarlyPress()).toBe(false);
});

it('no press is none', () => {
  openPage(false);
  expect(takeEarlyPress()).toBe(false);
});

it('the early press of a user who went elsewhere does not count', () => {
  openPage(true, [900]);
  expect(takeEarlyPress()).toBe(false);
});

it('a page that was opened in the background was not left', () => {
  openPage(true, [0]);
  expect(takeEarlyPress()).toBe(true);
});
