import { readIds, type ProvingTitle } from './ids.ts';

export interface TestTitle extends ProvingTitle {
  /** Path from the root of the repository. */
  readonly file: string;
  readonly line: number;
}

/** The first argument of `it('…')`, `test.describe('…')` or, after its rows, `it.each(rows)('…')`. */
const title = /(?:\b(?:it|test|describe)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*?)\1/g;
const disabledTest = /\b(?:it|test|describe)(?:\.\w+)*\.(?:only|skip|fixme|todo)\b/;

/** Returns the titles with ids of the specification in a test file, in their order. */
export function readTestTitles(file: string, source: string): readonly TestTitle[] {
  const code = withoutComments(source);
  return Array.from(code.matchAll(title)).flatMap((match) => {
    const { text, ids: all } = readIds(toText(match[2] ?? ''));
    const ids = all.filter((id) => /^[LD]/.test(id));
    const line = code.slice(0, match.index).split('\n').length;
    return ids.length > 0 ? [{ file, line, text, ids }] : [];
  });
}

/** Returns the call that disables a test of the file, or null. */
export const findDisabledTest = (source: string): string | null =>
  disabledTest.exec(withoutComments(source))?.[0] ?? null;

/** Blanks whole lines of comments, so that a disabled test proves nothing. */
const withoutComments = (source: string): string => source.replaceAll(/^[ \t]*(?:\/\/|\/?\*).*$/gm, '');

/** Returns the text of a string in the source, without the tags that choose its browsers. */
const toText = (literal: string): string =>
  literal.replaceAll(/\\(['"`])/g, '$1').replace(/(?:\s@\w+)+$/, '');
