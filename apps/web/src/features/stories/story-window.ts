/** Which part of a long list is on the page: from `start`, up to but not including `end`. */
export interface ListWindow {
  readonly start: number;
  readonly end: number;
}

/** In px, from the top of the list. */
interface Span {
  readonly top: number;
  readonly bottom: number;
}

/** Of a card whose height nobody has measured yet, with the gap beneath it. */
export const guessedHeightPx = 330;

/** Where each card begins, in px from the top of the list, and at the end how high the list is. */
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

/** The last card that begins at or above `positionPx`; the first one for what lies above it. */
function indexAt(tops: Float64Array, positionPx: number): number {
  let [low, high] = [0, Math.max(tops.length - 2, 0)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (topOf(tops, middle) <= positionPx) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The cards that lie in the span, at least in part; of an empty list none. */
export function toWindow(tops: Float64Array, { top, bottom }: Span): ListWindow {
  if (tops.length < 2) return { start: 0, end: 0 };
  return { start: indexAt(tops, top), end: indexAt(tops, Math.max(bottom, top)) + 1 };
}

/**
 * One step from the window that is there towards the one that is wanted: what is on the screen at once, and of what
 * is near it only as much as makes `count` new cards, so that no step takes long.
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
  /** What is left out above it, in px. */
  readonly gapPx: number;
}

/** The cards of a window and those that must stay on the page besides, each with the gap above it, and what is left below. */
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
