/** The cards of a long list that are in the DOM: from `start` up to, but not including, `end`. */
export interface ListWindow {
  readonly start: number;
  readonly end: number;
}

/** In px, from the top of the list. */
interface Span {
  readonly top: number;
  readonly bottom: number;
}

/** The height of an unmeasured card, with the gap below it. */
export const guessedHeightPx = 330;

/** Returns the top of each card in px from the top of the list, and the height of the list at the end. */
export function toTops(ids: readonly string[], heightsPx: ReadonlyMap<string, number>): Float64Array {
  const tops = new Float64Array(ids.length + 1);
  let top = 0;
  for (const [index, id] of ids.entries()) {
    tops[index] = top;
    top += heightsPx.get(id) ?? guessedHeightPx;
  }
  tops[ids.length] = top;
  return tops;
}

const topOf = (tops: Float64Array, index: number): number => tops[index] ?? 0;

/** Returns the last card that begins at or above `positionPx`, or the first one if there is none. */
function indexAt(tops: Float64Array, positionPx: number): number {
  let [low, high] = [0, Math.max(tops.length - 2, 0)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (topOf(tops, middle) <= positionPx) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Returns the cards that lie in the span at least in part; none of an empty list. */
export function toWindow(tops: Float64Array, { top, bottom }: Span): ListWindow {
  if (tops.length < 2) return { start: 0, end: 0 };
  return { start: indexAt(tops, top), end: indexAt(tops, Math.max(bottom, top)) + 1 };
}

/**
 * Moves one step from the current window towards the wanted one: visible cards at once, and near ones only as long as
 * no more than `count` are new, so that each step is quick.
 */
export function stepTowards(
  now: ListWindow,
  onScreen: ListWindow,
  wanted: ListWindow,
  count: number,
): ListWindow {
  const overlaps = now.start <= onScreen.end && now.end >= onScreen.start;
  const start = overlaps ? Math.min(Math.max(now.start, wanted.start), onScreen.start) : onScreen.start;
  const end = overlaps ? Math.max(Math.min(now.end, wanted.end), onScreen.end) : onScreen.end;
  const added = overlaps
    ? Math.max(now.start - start, 0) + Math.max(end - now.end, 0)
    : onScreen.end - onScreen.start;
  const left = Math.max(count - added, 0);
  const below = Math.min(wanted.end - end, left);
  return { start: Math.max(start - (left - below), wanted.start), end: end + below };
}

interface CardPosition {
  readonly index: number;
  /** The height of the omitted cards above this one, in px. */
  readonly gapPx: number;
}

/** Returns the cards of a window and the pinned ones, each with the gap above it, and the rest below the last one. */
export function layoutCards(
  tops: Float64Array,
  { start, end }: ListWindow,
  pinned: readonly number[],
): { readonly cards: readonly CardPosition[]; readonly restPx: number } {
  const count = tops.length - 1;
  const indexes = new Set(pinned.filter((index) => index >= 0 && index < count));
  for (let index = start; index < Math.min(end, count); index += 1) indexes.add(index);
  const cards: CardPosition[] = [];
  let bottom = 0;
  for (const index of [...indexes].toSorted((a, b) => a - b)) {
    cards.push({ index, gapPx: topOf(tops, index) - bottom });
    bottom = topOf(tops, index + 1);
  }
  return { cards, restPx: topOf(tops, count) - bottom };
}
