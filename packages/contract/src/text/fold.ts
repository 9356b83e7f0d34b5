/** Returns a text without case and accents. An ñ is a letter of its own, no accent. */
export const foldText = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/(?<!n)\u0303|[^\P{M}\u0303]/gu, '')
    .normalize('NFC');

/** Returns the words of a text without case, accents and the signs between them. */
export const toFoldedWords = (text: string): readonly string[] =>
  foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
