import { beforeEach, expect, it, vi } from 'vitest';
import { ignoreSecondTaps } from './second-taps.ts';

/** An element that is a control, or inside one. */
class FakeElement {
  readonly control: FakeElement | null;
  constructor(control: FakeElement | 'itself' | null = 'itself') {
    this.control = control === 'itself' ? this : control;
  }
  closest = () => this.control;
}
class FakeInput extends FakeElement {
  labels: readonly FakeElement[] | null = null;
}

const [first, second, text] = [new FakeElement(), new FakeElement(), new FakeElement(null)];
const icon = new FakeElement(first);
const field = new FakeInput();
const label = new FakeElement();
field.labels = [label];

let listen: (event: unknown) => void = () => undefined;
beforeEach(() => {
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal('HTMLInputElement', FakeInput);
  vi.stubGlobal('document', {
    addEventListener: (_: string, listener: typeof listen) => (listen = listener),
  });
  ignoreSecondTaps();
  return () => vi.unstubAllGlobals();
});

const tap = (target: FakeElement, changes: object = {}) => {
  const [preventDefault, stopImmediatePropagation] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const place = { timeStamp: 1_000, clientX: 100, clientY: 100, detail: 1, pointerType: 'touch' };
  listen({ ...place, target, preventDefault, stopImmediatePropagation, ...changes });
  expect(preventDefault).toHaveBeenCalledTimes(stopImmediatePropagation.mock.calls.length);
  return preventDefault.mock.calls.length === 0;
};

const soon = { timeStamp: 1_499, clientX: 117, clientY: 116 };

it.each([
  ['another control soon and near', second, soon, false],
  ['another control after a while', second, { ...soon, timeStamp: 1_500 }, true],
  ['another control further away', second, { ...soon, clientX: 118 }, true],
  ['the same control', icon, soon, true],
  ['no control', text, soon, true],
  [
    'another control, in a browser that does not tell what taps',
    second,
    { ...soon, pointerType: undefined },
    false,
  ],
  ['another control by keyboard', second, { ...soon, detail: 0 }, true],
  ['another control by keyboard in Firefox', second, { ...soon, pointerType: '' }, true],
  ['another control by a mouse that clicks once', second, { ...soon, pointerType: 'mouse' }, true],
  ['another control by a double click', second, { ...soon, pointerType: 'mouse', detail: 2 }, false],
] as const)('the second press counts or not: %s', (_, target, changes, counts) => {
  expect(tap(first)).toBe(true);
  expect(tap(target, changes)).toBe(counts);
});

it('takes a label and its field as one control', () => {
  expect(tap(label)).toBe(true);
  expect(tap(field, soon)).toBe(true);
});

it('ignores a third tap too, and nothing after a tap on no control', () => {
  tap(first);
  expect([tap(second, soon), tap(second, soon)]).toEqual([false, false]);
  tap(text, { timeStamp: 2_000 });
  expect(tap(second, { timeStamp: 2_100 })).toBe(true);
});
