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
  readonly endMs: number;
  /** The place of the word on its page. */
  readonly box: Box;
}

/** The words that show together, until the first one of the next page is said. */
export interface ClipPage {
  readonly startMs: number;
  readonly isRtl: boolean;
  readonly words: readonly PlacedWord[];
}

interface Space {
  readonly width: number;
  readonly lineHeight: number;
  readonly maxLines: number;
  readonly widthOf: (text: string) => number;
}

const rightToLeft = /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** Breaks words into lines, and lines into pages. A word that is wider than a line is made narrower when it is drawn. */
export function layoutClip(words: readonly SpokenWord[], space: Space): ClipPage[] {
  const gap = space.widthOf(' ');
  const isRtl = rightToLeft.test(words.map(({ text }) => text).join(' '));
  const pages: { startMs: number; isRtl: boolean; words: PlacedWord[] }[] = [];
  let [x, line] = [0, 0];
  for (const { text, startMs, endMs } of words) {
    const width = Math.min(space.widthOf(text), space.width);
    if (x > 0 && x + width > space.width) [x, line] = [0, line + 1];
    if (pages.length === 0 || line >= space.maxLines) {
      pages.push({ startMs: pages.length === 0 ? 0 : startMs, isRtl, words: [] });
      [x, line] = [0, 0];
    }
    const box = {
      x: isRtl ? space.width - x - width : x,
      y: line * space.lineHeight,
      width,
      height: space.lineHeight,
    };
    pages.at(-1)?.words.push({ text, startMs, endMs, box });
    x += width + gap;
  }
  return pages;
}
