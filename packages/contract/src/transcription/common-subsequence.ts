export type Pair = readonly [a: number, b: number];

/**
 * The distances from the diagonal at which the words of two texts are compared, in order until one suffices. The last one
 * limits the time of an edit.
 */
const widths = [16, 128, 512] as const;

/**
 * The comparisons at one distance, which take 20 ms: those of all words of two texts of 1,200 words, the fastest speech of a
 * recording.
 */
export const maxComparisons = 1_500_000;

/**
 * Returns, of all longest common subsequences, the one with the most elements replaced one by one, so that a word typed
 * twice does not match its neighbour. Takes time and bytes in proportion to the length of the texts and to their difference,
 * up to 512 elements of the shorter one. In longer and more different texts, it may miss elements that moved further.
 */
export function findCommon(a: Int32Array, b: Int32Array, tried: readonly number[] = widths): Pair[] {
  const shorter = Math.min(a.length, b.length);
  const bands = tried
    .map((width) => toBand(a, b, width))
    .filter(({ comparisons }) => comparisons <= maxComparisons);
  let found: Banded = { kept: 0, pairs: [] };
  for (const [index, band] of bands.entries()) {
    // A band that is hardly wider takes hardly longer, and misses less.
    if ((bands[index + 1]?.comparisons ?? Infinity) < 2 * band.comparisons) continue;
    found = compareNear(a, b, band);
    // A path outside of the band skips more of both texts, and therefore keeps less.
    if (found.kept >= shorter - band.width) break;
  }
  return found.pairs;
}

interface Band {
  readonly width: number;
  readonly first: number;
  readonly columns: number;
  readonly comparisons: number;
}

/** Returns the places of `b` to compare an element of `a` with, at most `width` beyond the difference of the lengths. */
function toBand(a: Int32Array, b: Int32Array, width: number): Band {
  const difference = b.length - a.length;
  const first = Math.max(-a.length, Math.min(0, difference) - width);
  const last = Math.min(b.length, Math.max(0, difference) + width);
  const columns = last - first + 1;
  return { width, first, columns, comparisons: a.length * Math.min(columns, b.length) };
}

interface Banded {
  /** The length of the longest common subsequence in the band. */
  readonly kept: number;
  readonly pairs: Pair[];
}

/** Compares each element of `a` with those of `b` in the band. */
function compareNear(a: Int32Array, b: Int32Array, { first, columns }: Band): Banded {
  // One match outweighs all possible replacements.
  const match = b.length + 1;
  const steps = new Uint8Array(a.length * columns);
  // Each `column` holds the best result for the first i of `a` and the first i + first + column of `b`.
  let previous = new Float64Array(columns + 1);
  let current = new Float64Array(columns + 1);
  for (let i = 0; i < a.length; i += 1) {
    const offset = i + 1 + first;
    const from = Math.max(0, 1 - offset);
    const to = Math.min(columns - 1, b.length - offset);
    // These are before the start of `b` and outside of the band.
    if (from > 0) current[from - 1] = 0;
    let skipElement = from > 0 ? 0 : -1;
    for (let column = from; column <= to; column += 1) {
      const both = (previous[column] ?? 0) + (a[i] === b[offset + column - 1] ? match : 1);
      const skipWord = column + 1 < columns ? (previous[column + 1] ?? 0) : -1;
      const best = Math.max(both, skipWord, skipElement);
      current[column] = best;
      skipElement = best;
      steps[i * columns + column] = best === both ? 0 : best === skipWord ? 1 : 2;
    }
    [previous, current] = [current, previous];
  }
  const best = previous[b.length - a.length - first] ?? 0;
  return { kept: Math.floor(best / match), pairs: walkBack(a, b, { steps, first, columns }) };
}

function walkBack(
  a: Int32Array,
  b: Int32Array,
  { steps, first, columns }: { readonly steps: Uint8Array; readonly first: number; readonly columns: number },
): Pair[] {
  const pairs: Pair[] = [];
  let [i, j] = [a.length - 1, b.length - 1];
  while (i >= 0 && j >= 0) {
    const step = steps[i * columns + (j - i - first)];
    // Equal elements always match, because no other step counts more.
    if (a[i] === b[j]) pairs.push([i, j]);
    if (step !== 2) i -= 1;
    if (step !== 1) j -= 1;
  }
  return pairs.toReversed();
}
