/** Browsers name five encodings at most. The server ignores later names of a longer list. */
const maxNames = 32;

const patterns = {
  br: /^\s*br\s*(?:;(?!\s*q=0(?:\.0*)?\s*$).*)?$/i,
  gzip: /^\s*gzip\s*(?:;(?!\s*q=0(?:\.0*)?\s*$).*)?$/i,
} as const;

/** Returns whether an Accept-Encoding header names an encoding with a weight other than 0. */
export const accepts = (header: string, encoding: keyof typeof patterns): boolean =>
  header.split(',', maxNames).some((each) => patterns[encoding].test(each));
