import type { Box, PlacedWord } from './layout-clip.ts';

/** The bitmaps from which the worker composes every frame. Text is drawn beforehand, because a worker has no fonts. */
export interface ClipPicture {
  readonly width: number;
  readonly height: number;
  /** The picture behind the words and the waveform. */
  readonly background: ImageBitmap;
  readonly wave: { readonly box: Box; readonly toCome: ImageBitmap; readonly heard: ImageBitmap };
  readonly pages: readonly PagePicture[];
}

interface PagePicture {
  readonly startMs: number;
  readonly box: Box;
  readonly words: readonly Pick<PlacedWord, 'startMs' | 'box'>[];
  readonly toCome: ImageBitmap;
  readonly said: ImageBitmap;
  readonly now: ImageBitmap;
}

/** Returns all pictures, which hold memory until they are handed over or closed. */
export const listBitmaps = ({ background, wave, pages }: ClipPicture): ImageBitmap[] => [
  background,
  wave.toCome,
  wave.heard,
  ...pages.flatMap(({ toCome, said, now }) => [toCome, said, now]),
];

type Context = Pick<OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D, 'drawImage'>;

/** Draws the frame of a moment. */
export function drawFrame(
  context: Context,
  { background, wave, pages }: ClipPicture,
  { atMs, durationMs }: { readonly atMs: number; readonly durationMs: number },
): void {
  context.drawImage(background, 0, 0);
  const page = pages.findLast(({ startMs }) => startMs <= atMs) ?? pages[0];
  if (page) drawPage(context, page, atMs);
  context.drawImage(wave.toCome, wave.box.x, wave.box.y);
  const heard = Math.round((atMs / durationMs) * wave.box.width);
  if (heard > 0) drawPart(context, wave.heard, { ...wave.box, x: 0, y: 0, width: heard }, wave.box);
}

function drawPage(context: Context, { box, words, toCome, said, now }: PagePicture, atMs: number): void {
  context.drawImage(toCome, box.x, box.y);
  const current = words.findLastIndex(({ startMs }) => startMs <= atMs);
  for (const word of words.slice(0, Math.max(current, 0))) drawPart(context, said, word.box, box);
  const word = words[current];
  if (word) drawPart(context, now, word.box, box);
}

/** Draws a part of a picture where it belongs in its box. Words may have no width. */
function drawPart(context: Context, picture: ImageBitmap, { x, y, width, height }: Box, box: Box): void {
  if (width > 0) context.drawImage(picture, x, y, width, height, box.x + x, box.y + y, width, height);
}
