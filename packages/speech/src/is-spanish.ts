/** Frequent words of other languages that a model may write instead of Spanish, except those that also exist in Spanish. */
const others: readonly ReadonlySet<string>[] = [
  'the and of to in is that it was for you with this they have are but what had were there would my i',
  'não você uma com isso então muito foi ela ele eu são estava das em ao também minha meu pra tinha',
  'des est et je dans pour pas vous une nous avec elle sont mais était qui ce il ma mon sur',
  'che il per non sono gli della questo ma anche ho più perché io mia mai ero nel sua',
  'der die und das ist nicht ich wir sie mit ein eine auf dem war den auch von zu im',
  'els amb però això molt també hi són aquest tot quan perquè jo meva',
].map((words) => new Set(words.split(' ')));
const spanish = new Set(
  'el la de que y en un una los las por con no se me lo su para es al del mi le yo había era pero como más cuando muy ya'.split(
    ' ',
  ),
);

/** With fewer words, a name or a song would decide. */
const fewestWords = 12;
const leastForeignShare = 0.2;
/** Two of five words of a story are frequent ones, but a list of names or numbers may lack them for a while. */
const manyWords = 40;
const leastSpanishShare = 0.1;

/**
 * Returns whether a text may be Spanish. Returns false only in clear cases: many frequent words of another language and
 * hardly any of Spanish, a long text without frequent words of Spanish, or another script. Quotes in another language are
 * not enough.
 */
export function isSpanish(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  if (letters.length >= fewestWords) {
    const latin = letters.filter((letter) => /\p{Script=Latin}/u.test(letter));
    if (latin.length < letters.length / 2) return false;
  }
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.length < fewestWords) return true;
  const shareOf = (language: ReadonlySet<string>): number =>
    words.filter((word) => language.has(word)).length / words.length;
  const share = shareOf(spanish);
  if (words.length >= manyWords && share < leastSpanishShare) return false;
  const foreign = Math.max(...others.map(shareOf));
  return foreign < leastForeignShare || share >= foreign;
}

/** Returns the number of frequent words of another language, except those that were really said. Words are in lower case. */
export function countForeignWords(heard: readonly string[], said: readonly string[]): number {
  const own = new Set(said);
  return heard.filter((word) => !own.has(word) && others.some((language) => language.has(word))).length;
}
