import type { TagRefusal } from '@relato/contract/stories/rules';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { pressElsewhere } from './press-elsewhere.ts';

/** A fake of the elements, which this environment lacks. */
class FakeElement {
  readonly #selectors: readonly string[];
  constructor(...selectors: string[]) {
    this.#selectors = selectors;
  }
  matches(selector: string): boolean {
    return this.#selectors.includes(selector);
  }
  closest(selector: string): FakeElement | null {
    return this.matches(selector) ? this : null;
  }
}

beforeAll(() => void vi.stubGlobal('Element', FakeElement));
afterAll(() => void vi.unstubAllGlobals());

const saveButton = new FakeElement('button, a', '[data-saves]');
const otherButton = new FakeElement('button, a');

function press(target: FakeElement, text: string, refusal: TagRefusal | null) {
  const event = { target, preventDefault: vi.fn<() => void>(), stopPropagation: vi.fn<() => void>() };
  const inside = new FakeElement('button, a');
  const field = {
    focus: vi.fn<() => void>(),
    closest: () => ({ contains: (each: unknown) => each === inside }),
  };
  const add = vi.fn<() => TagRefusal | null>(() => refusal);
  // The fakes have the members that the function reads.
  pressElsewhere(event as unknown as MouseEvent, { field: field as unknown as HTMLInputElement, text, add });
  return {
    isAdded: add.mock.calls.length === 1,
    isStopped: event.preventDefault.mock.calls.length === 1 && event.stopPropagation.mock.calls.length === 1,
    isFocused: field.focus.mock.calls.length === 1,
  };
}

const goesOn = { isAdded: true, isStopped: false, isFocused: false };

it('stops a press that saves if the tag is refused, and focuses its field', () => {
  for (const refusal of ['TAG_TOO_LONG', 'TAGS_TOO_MANY'] as const)
    expect(press(saveButton, 'mi abuela', refusal)).toEqual({
      isAdded: true,
      isStopped: true,
      isFocused: true,
    });
});

it('lets a press save if the tag was added, was already there, or is invisible', () => {
  expect(press(saveButton, 'mi abuela', null)).toEqual(goesOn);
  expect(press(saveButton, 'amor', 'TAG_DUPLICATE')).toEqual(goesOn);
  expect(press(saveButton, '\u200b', 'TAG_REQUIRED')).toEqual(goesOn);
});

it('lets a press of another button act, because it keeps the text', () => {
  expect(press(otherButton, 'mi abuela', 'TAG_TOO_LONG')).toEqual(goesOn);
});

it('does nothing without a text or without a button', () => {
  const nothing = { isAdded: false, isStopped: false, isFocused: false };
  expect(press(saveButton, '  ', 'TAG_REQUIRED')).toEqual(nothing);
  expect(press(new FakeElement('p'), 'mi abuela', 'TAG_TOO_LONG')).toEqual(nothing);
});
