/**
 * Returns the words of a text for comparison: in lower case and without punctuation. Accents count, and so does whether a
 * number is written in digits.
 */
export const toComparableWords = (text: string): readonly string[] =>
  text
    .normalize('NFC')
    .toLocaleLowerCase('es')
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/**
 * Returns how many words must be replaced, inserted or deleted to turn what was heard into the reference: the distance of
 * Levenshtein over words. Divided by the words of the reference, it is the word error rate.
 */
export function countWordErrors(reference: readonly string[], heard: readonly string[]): number {
  // The distances from the words of the reference so far to each beginning of what was heard.
  let row = Array.from({ length: heard.length + 1 }, (_, index) => index);
  for (const word of reference) {
    const [first = 0] = row;
    const next = [first + 1];
    for (const [index, other] of heard.entries()) {
      const replaced = (row[index] ?? 0) + (word === other ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
