import { foldText, limits, toFoldedWords } from '@relato/contract';

/** A word of a list, or several in a row. */
interface Entry {
  readonly list: string;
  readonly word: string;
}

type Level = ReadonlyMap<string, Node>;

interface Node {
  readonly next: Map<string, Node>;
  readonly entries: Entry[];
}

function plant(roots: Map<string, Node>, parts: Iterable<string>, entry: Entry): void {
  let level = roots;
  let node: Node | undefined;
  for (const part of parts) {
    node = level.get(part) ?? { next: new Map(), entries: [] };
    level.set(part, node);
    level = node.next;
  }
  node?.entries.push(entry);
}

/** A trie of the words of all lists, so that one lookup for each word of a text finds them, however many there are. */
export interface WordIndex {
  readonly roots: Level;
  /** The same by letters, for single words whose letters are separated. The search stops at the first letter without a branch. */
  readonly parted: Level;
}

export function toWordIndex(
  lists: readonly { readonly name: string; readonly words: readonly string[] }[],
): WordIndex {
  const roots = new Map<string, Node>();
  const parted = new Map<string, Node>();
  for (const { name: list, words } of lists)
    for (const word of words) {
      const parts = toFoldedWords(word);
      plant(roots, parts, { list, word });
      const [letters = ''] = parts;
      if (parts.length === 1 && letters.length >= limits.watched.minPartedLength)
        plant(parted, letters, { list, word });
    }
  return { roots, parted };
}

interface Token {
  readonly text: string;
  /** The index of the piece of text that contains it. */
  readonly piece: number;
  readonly start: number;
}

export interface FoundWord extends Entry {
  /** The index of the piece in which it begins, which is that of a spoken word if each piece is one. */
  readonly piece: number;
  /** The folded words around it, including itself. */
  readonly context: string;
}

const wordPattern = /[\p{L}\p{N}]+/gu;
/** The number of words around a find that distinguish it from others. */
const contextWords = 3;

/** Splits a text into its folded words. Its pieces, such as words, are separated by a space. */
function toTokens(pieces: readonly string[]): readonly Token[] {
  const tokens: Token[] = [];
  let offset = 0;
  for (const [piece, text] of pieces.entries()) {
    const folded = foldText(text);
    for (const { 0: word, index } of folded.matchAll(wordPattern))
      tokens.push({ text: word, piece, start: offset + index });
    offset += folded.length + 1;
  }
  return tokens;
}

/**
 * Finds the words of an index in a text: whole words, several in a row, and single words whose letters are separated by one
 * character each, such as `m.a.l.o` and `m a l o`. Ignores case and accents. `pieces` are separated by a space; a text can
 * be one piece.
 */
export function findWatchedWords({ roots, parted }: WordIndex, pieces: readonly string[]): FoundWord[] {
  const tokens = toTokens(pieces);
  const found: FoundWord[] = [];
  const add = (entries: readonly Entry[], from: number, to: number): void => {
    if (entries.length === 0) return;
    const around = tokens.slice(Math.max(from - contextWords, 0), to + contextWords);
    const context = around.map(({ text }) => text).join(' ');
    for (const entry of entries) found.push({ ...entry, piece: tokens[from]?.piece ?? 0, context });
  };
  const walk = (level: Level, from: number, goesOn: (at: number) => boolean): void => {
    let to = from;
    for (let node = level.get(tokens[to]?.text ?? ''); node; node = node.next.get(tokens[to]?.text ?? '')) {
      to += 1;
      add(node.entries, from, to);
      if (!goesOn(to)) return;
    }
  };
  const isOneSignOn = (at: number): boolean => tokens[at]?.start === (tokens[at - 1]?.start ?? 0) + 2;
  for (let from = 0; from < tokens.length; from += 1) {
    walk(roots, from, () => true);
    walk(parted, from, isOneSignOn);
  }
  return found;
}
