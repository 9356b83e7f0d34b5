import type { Box, PlacedWord } from './layout-clip.ts';

/** What the worker needs to draw each frame: everything that has letters is a picture by then. */
export interface ClipPicture {
  readonly width: number;
  readonly height: number;
  /** With the words that are still to be said, and the waveform that is still to be heard, left out. */
  readonly background: ImageBitmap;
  readonly wave: { readonly box: Box; readonly toCome: ImageBitmap; readonly heard: ImageBitmap };
  readonly pages: readonly PagePicture[];
}

export interface PagePicture {
  readonly startMs: number;
  readonly box: Box;
  readonly words: readonly Pick<PlacedWord, 'startMs' | 'endMs' | 'box'>[];
  readonly toCome: ImageBitmap;
  readonly said: ImageBitmap;
  readonly now: ImageBitmap;
}

/** Draws the frame of a moment. */
export function drawFrame(
  context: OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D,
  { background, wave, pages }: ClipPicture,
  { atMs, durationMs }: { readonly atMs: number; readonly durationMs: number },
): void {
  context.drawImage(background, 0, 0);
  const page = pages.findLast(({ startMs }) => startMs <= atMs) ?? pages[0];
  if (page) drawPage(context, page, atMs);
  context.drawImage(wave.toCome, wave.box.x, wave.box.y);
  const heard = Math.round((atMs / durationMs) * wave.box.width);
  if (heard > 0)
    drawPart(context, wave.heard, { x: 0, y: 0, width: heard, height: wave.box.height }, wave.box);
}

function drawPage(
  context: OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D,
  { box, words, toCome, said, now }: PagePicture,
  atMs: number,
): void {
  context.drawImage(toCome, box.x, box.y);
  const current = words.findLastIndex(({ startMs }) => startMs <= atMs);
  for (const word of words.slice(0, Math.max(current, 0))) drawPart(context, said, word.box, box);
  const word = words[current];
  if (word) drawPart(context, now, word.box, box);
}

/** Draws a part of a picture where it belongs in its box. */
const drawPart = (
  context: OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D,
  picture: ImageBitmap,
  { x, y, width, height }: Box,
  box: Box,
): void => context.drawImage(picture, x, y, width, height, box.x + x, box.y + y, width, height);
