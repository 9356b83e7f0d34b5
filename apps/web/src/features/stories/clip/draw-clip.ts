import { countBars, toBars } from '@relato/contract/recordings/waveform';
import { shellText } from '../../../messages/shell.ts';
import { isRightToLeft, paperColors, takeFitting } from '../sharing/paper.ts';
import type { ClipPicture } from './clip-frames.ts';
import { layoutClip, type Box, type PlacedWord } from './layout-clip.ts';
import type { ClipPlan } from './plan-clip.ts';

export const clipShapes = ['tall', 'square'] as const;
export type ClipShape = (typeof clipShapes)[number];

/** The details of the story that the video shows. */
export interface ClipStory {
  readonly title: string;
  readonly author: string;
  readonly letter: string;
  /** The colour of the author. */
  readonly color: string;
  /** The loudness of the slices of the part. */
  readonly peaks: readonly number[];
  readonly host: string;
}

/** Always light. Other apps draw their own controls over the upper and the lower end. */
const colors = { ...paperColors, toCome: '#b9ab9e', voiceSoft: '#fbe0d8', wave: '#d9cbbb' } as const;

interface Layout {
  readonly width: number;
  readonly height: number;
  readonly head: number;
  readonly words: Box & { readonly maxLines: number };
  readonly wave: Box;
  readonly foot: number;
}

const margin = 84;
const inner = 1080 - 2 * margin;
const layouts: Readonly<Record<ClipShape, Layout>> = {
  tall: {
    width: 1080,
    height: 1920,
    head: 300,
    words: { x: margin, y: 620, width: inner, height: 700, maxLines: 6 },
    wave: { x: margin, y: 1390, width: inner, height: 130 },
    foot: 1610,
  },
  square: {
    width: 1080,
    height: 1080,
    head: 96,
    words: { x: margin, y: 350, width: inner, height: 464, maxLines: 4 },
    wave: { x: margin, y: 850, width: inner, height: 90 },
    foot: 1010,
  },
};
export const clipSizes: Readonly<Record<ClipShape, Pick<Layout, 'width' | 'height'>>> = layouts;
const wordFont = "620 78px 'Fraunces Variable', serif";
const titleFont = "600 54px 'Fraunces Variable', serif";
const nameFont = "650 38px 'Figtree Variable', sans-serif";
const smallFont = "500 32px 'Figtree Variable', sans-serif";
const logoFont = "640 44px 'Fraunces Variable', serif";
const lineHeight = 116;
const maxBars = 64;

type Context = OffscreenCanvasRenderingContext2D;

/** Draws on a new canvas and returns the picture. */
function toPicture(width: number, height: number, draw: (context: Context) => void): ImageBitmap {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context) draw(context);
  return canvas.transferToImageBitmap();
}

/** Draws the bitmaps from which the frames are composed. `maxPages` limits the pages of words, for a preview. */
export async function drawClip(
  shape: ClipShape,
  plan: ClipPlan,
  story: ClipStory,
  { maxPages = Infinity } = {},
): Promise<ClipPicture> {
  await Promise.allSettled(
    [wordFont, titleFont, nameFont, smallFont, logoFont].map((font) => document.fonts.load(font)),
  );
  const layout = layouts[shape];
  const { maxLines, ...box } = layout.words;
  const isRtl = isRightToLeft(plan.words.map(({ text }) => text).join(' '));
  const measuring = new OffscreenCanvas(1, 1).getContext('2d');
  if (measuring) measuring.font = wordFont;
  const widthOf = (text: string): number => measuring?.measureText(text).width ?? 0;
  const pages = layoutClip(plan.words, { width: box.width, lineHeight, maxLines, isRtl, widthOf });
  const { wave } = layout;
  const drawPage = (words: readonly PlacedWord[], color: string, behind?: string) =>
    toPicture(box.width, box.height, (context) => drawWords(context, words, { color, behind, isRtl }));
  return {
    width: layout.width,
    height: layout.height,
    background: toPicture(layout.width, layout.height, (context) => drawBackground(context, layout, story)),
    wave: {
      box: wave,
      toCome: toPicture(wave.width, wave.height, (context) => drawWave(context, wave, story, colors.wave)),
      heard: toPicture(wave.width, wave.height, (context) => drawWave(context, wave, story, story.color)),
    },
    pages: pages.slice(0, maxPages).map(({ startMs, words }) => ({
      startMs,
      box,
      words: words.map(({ text: _text, ...word }) => word),
      toCome: drawPage(words, colors.toCome),
      said: drawPage(words, colors.ink, colors.paper),
      now: drawPage(words, colors.voice, colors.voiceSoft),
    })),
  };
}

interface WordLook {
  readonly color: string;
  /** A colour behind the words, which then cover the picture below. */
  readonly behind?: string | undefined;
  readonly isRtl: boolean;
}

function drawWords(context: Context, words: readonly PlacedWord[], { color, behind, isRtl }: WordLook): void {
  context.font = wordFont;
  context.textBaseline = 'middle';
  context.direction = isRtl ? 'rtl' : 'ltr';
  context.textAlign = 'start';
  for (const { text, box } of words) {
    if (behind !== undefined) {
      context.fillStyle = colors.paper;
      context.fillRect(box.x, box.y, box.width, box.height);
      context.fillStyle = behind;
      context.beginPath();
      context.roundRect(box.x, box.y + 10, box.width, box.height - 20, 18);
      context.fill();
    }
    context.fillStyle = color;
    context.fillText(text, isRtl ? box.x + box.width : box.x, box.y + box.height / 2, box.width);
  }
}

function drawBackground(context: Context, { width, height, head, foot }: Layout, story: ClipStory): void {
  context.fillStyle = colors.paper;
  context.fillRect(0, 0, width, height);
  context.fillStyle = story.color;
  context.beginPath();
  context.arc(margin + 48, head + 48, 48, 0, 2 * Math.PI);
  context.fill();
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  context.fillStyle = '#fff';
  context.font = nameFont;
  context.fillText(story.letter, margin + 48, head + 50);
  context.textAlign = 'left';
  context.fillStyle = colors.ink;
  context.fillText(story.author, margin + 124, head + 50, inner - 124);
  const isRtl = isRightToLeft(story.title);
  context.direction = isRtl ? 'rtl' : 'ltr';
  context.textAlign = 'start';
  context.font = titleFont;
  context.fillText(fit(context, story.title, inner), isRtl ? width - margin : margin, head + 158);
  context.direction = 'ltr';
  context.fillStyle = colors.muted;
  context.font = smallFont;
  context.textAlign = 'right';
  context.fillText(story.host, width - margin, foot, inner / 2);
  drawLogo(context, foot);
}

function drawLogo(context: Context, y: number): void {
  context.strokeStyle = colors.voice;
  context.lineWidth = 8;
  context.lineCap = 'round';
  context.beginPath();
  for (const [index, height] of [14, 32, 42, 22].entries()) {
    context.moveTo(margin + 4 + index * 14, y - height / 2 + 4);
    context.lineTo(margin + 4 + index * 14, y + height / 2 - 4);
  }
  context.stroke();
  context.fillStyle = colors.ink;
  context.font = logoFont;
  context.textAlign = 'left';
  context.fillText(shellText.name, margin + 70, y);
}

function drawWave(context: Context, { width, height }: Box, { peaks }: ClipStory, color: string): void {
  const strokeWidth = 8;
  const bars = Math.min(maxBars, countBars(width, peaks.length));
  context.strokeStyle = color;
  context.lineWidth = strokeWidth;
  context.lineCap = 'round';
  context.beginPath();
  for (const [index, ratio] of toBars(peaks, bars).entries()) {
    const x = ((index + 0.5) * width) / bars;
    const half = Math.max(0.5, (ratio * height - strokeWidth) / 2);
    context.moveTo(x, height / 2 - half);
    context.lineTo(x, height / 2 + half);
  }
  context.stroke();
}

/** Returns the text, cut to a width. */
function fit(context: Context, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  const shown = takeFitting(text, (beginning) => context.measureText(`${beginning}…`).width <= width);
  return `${shown.trimEnd()}…`;
}
