/** Returns a text without case and accents. The ñ is a separate letter. */
export const foldText = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/(?<!n)\u0303|[^\P{M}\u0303]/gu, '')
    .normalize('NFC');

/** Returns the words of a text without case, accents and signs. */
export const toFoldedWords = (text: string): readonly string[] =>
  foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
