import { describe, expect, it } from 'vitest';
import { guessedHeightPx, layoutCards, stepTowards, toTops, toWindow } from './story-window.ts';

const ids = ['a', 'b', 'c', 'd', 'e'];
const tops = toTops(ids, new Map(ids.map((id, index) => [id, 100 * (index + 1)])));

it('guesses the height of an unmeasured card', () => {
  expect([...tops]).toEqual([0, 100, 300, 600, 1000, 1500]);
  expect([...toTops(['a', 'x', 'b'], new Map([['a', 100]]))]).toEqual([
    0,
    100,
    100 + guessedHeightPx,
    100 + 2 * guessedHeightPx,
  ]);
});

describe('toWindow', () => {
  it('holds the cards that lie in the span, also in part', () => {
    expect(toWindow(tops, { top: 0, bottom: 99 })).toEqual({ start: 0, end: 1 });
    expect(toWindow(tops, { top: 150, bottom: 700 })).toEqual({ start: 1, end: 4 });
    expect(toWindow(tops, { top: 100, bottom: 100 })).toEqual({ start: 1, end: 2 });
    expect(toWindow(toTops(['a'], new Map()), { top: 0, bottom: 800 })).toEqual({ start: 0, end: 1 });
  });

  it('is not empty outside the list, so that there is always a card that anchors the scroll position', () => {
    expect(toWindow(tops, { top: -900, bottom: -100 })).toEqual({ start: 0, end: 1 });
    expect(toWindow(tops, { top: 5000, bottom: 6000 })).toEqual({ start: 4, end: 5 });
  });

  it('is empty for an empty list', () => {
    expect(toWindow(toTops([], new Map()), { top: 0, bottom: 800 })).toEqual({ start: 0, end: 0 });
  });
});

describe('stepTowards', () => {
  const onScreen = { start: 50, end: 53 };
  const wanted = { start: 46, end: 57 };

  it('shows visible cards at once, and few others', () => {
    expect(stepTowards({ start: 0, end: 9 }, onScreen, wanted, 2)).toEqual(onScreen);
    expect(stepTowards({ start: 60, end: 70 }, onScreen, wanted, 2)).toEqual(onScreen);
    expect(stepTowards({ start: 0, end: 9 }, onScreen, wanted, 4)).toEqual({ start: 50, end: 54 });
    expect(stepTowards({ start: 48, end: 52 }, onScreen, wanted, 3)).toEqual({ start: 48, end: 55 });
  });

  it('reaches the wanted window, first below and then above, and stays there', () => {
    const steps = [{ start: 50, end: 53 }];
    for (let now = steps[0]; now && steps.length < 9; now = steps.at(-1))
      steps.push(stepTowards(now, onScreen, wanted, 3));
    expect(steps.slice(1, 4)).toEqual([
      { start: 50, end: 56 },
      { start: 48, end: 57 },
      { start: 46, end: 57 },
    ]);
    expect(steps.at(-1)).toEqual(wanted);
  });

  it('extends a window that only touches the visible cards', () => {
    expect(stepTowards({ start: 53, end: 56 }, onScreen, wanted, 2)).toEqual({ start: 50, end: 56 });
    expect(stepTowards({ start: 47, end: 50 }, onScreen, wanted, 2)).toEqual({ start: 47, end: 53 });
  });

  it('keeps wanted cards and drops the rest', () => {
    expect(stepTowards({ start: 40, end: 55 }, onScreen, wanted, 1)).toEqual({ start: 46, end: 56 });
  });
});

describe('layoutCards', () => {
  it('reserves room for missing cards, so that the list keeps its height', () => {
    expect(layoutCards(tops, { start: 1, end: 3 }, [])).toEqual({
      cards: [
        { index: 1, gapPx: 100 },
        { index: 2, gapPx: 0 },
      ],
      restPx: 900,
    });
  });

  it('keeps a pinned card in its place, wherever the window is', () => {
    expect(layoutCards(tops, { start: 3, end: 4 }, [0, 3, -1, 5, 9])).toEqual({
      cards: [
        { index: 0, gapPx: 0 },
        { index: 3, gapPx: 500 },
      ],
      restPx: 500,
    });
  });

  it('lays out the cards from top to bottom, whatever the order of the pinned ones', () => {
    const { cards } = layoutCards(tops, { start: 1, end: 3 }, [4, 0]);
    expect(cards.map(({ index }) => index)).toEqual([0, 1, 2, 4]);
  });

  it('accepts a window of a list that has become shorter', () => {
    expect(layoutCards(tops, { start: 7, end: 9 }, [])).toEqual({ cards: [], restPx: 1500 });
  });
});
