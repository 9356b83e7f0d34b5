/**
 * Returns the words of a text in lower case and without punctuation. Accents count as differences, and so do digits for a
 * written number.
 */
export const toComparableWords = (text: string): readonly string[] =>
  text
    .normalize('NFC')
    .toLocaleLowerCase('es')
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/**
 * Returns how many words must be replaced, inserted or deleted to turn the heard text into the reference: the Levenshtein
 * distance over words. Divided by the number of reference words, it is the word error rate.
 */
export function countWordErrors(reference: readonly string[], heard: readonly string[]): number {
  // Holds the distances from the reference words so far to each prefix of the heard text.
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
