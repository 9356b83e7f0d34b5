import type { SpokenWord } from '@relato/contract/transcription/types';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PlacedWord {
  readonly text: string;
  readonly startMs: number;
  /** The place of the word on its page. */
  readonly box: Box;
}

/** The words that show together, until the first word of the next page is spoken. */
export interface ClipPage {
  readonly startMs: number;
  readonly words: readonly PlacedWord[];
}

interface Space {
  readonly width: number;
  readonly lineHeight: number;
  readonly maxLines: number;
  readonly isRtl: boolean;
  readonly widthOf: (text: string) => number;
}

/** Breaks words into lines, and lines into pages. A word that is wider than a line is later drawn narrower. */
export function layoutClip(words: readonly SpokenWord[], space: Space): ClipPage[] {
  const gap = space.widthOf(' ');
  const pages: { startMs: number; words: PlacedWord[] }[] = [];
  let [x, line] = [0, 0];
  for (const { text, startMs } of words) {
    const width = Math.min(space.widthOf(text), space.width);
    if (x > 0 && x + width > space.width) [x, line] = [0, line + 1];
    if (pages.length === 0 || line >= space.maxLines) {
      pages.push({ startMs: pages.length === 0 ? 0 : startMs, words: [] });
      [x, line] = [0, 0];
    }
    const box = {
      x: space.isRtl ? space.width - x - width : x,
      y: line * space.lineHeight,
      width,
      height: space.lineHeight,
    };
    pages.at(-1)?.words.push({ text, startMs, box });
    x += width + gap;
  }
  return pages;
}
