import { decodePeaks, toBars } from '@relato/contract/recordings/waveform';
import { shellText } from '../../../messages/shell.ts';
import { sharingText } from '../../../messages/stories/sharing.ts';
import { isRightToLeft, paperColors, takeFitting } from './paper.ts';

export interface Quote {
  readonly sentence: string;
  /** The second of the sentence, as `m:ss`. */
  readonly time: string;
  readonly author: string;
  readonly color: string;
  /** In the format that `decodePeaks` reads. */
  readonly peaks: string;
}

/** In CSS pixels, before `scale`. */
const card = { width: 346, padding: 17, scale: 3 } as const;
const innerWidth = card.width - 2 * card.padding;
const text = { font: "560 19px 'Fraunces Variable', serif", lineHeight: 24, maxLines: 8 } as const;
const wave = { top: 10, height: 22, bars: 54, strokeWidth: 3 } as const;
const foot = { top: 24, bottom: 14 } as const;
const nameFont = "650 12.5px 'Figtree Variable', sans-serif";
const timeFont = "400 12.5px 'Figtree Variable', sans-serif";
const logoFont = "640 14px 'Fraunces Variable', serif";

/** Resolves when the card's fonts are loaded, which most screens already use. */
export const loadQuoteFonts = async (): Promise<void> => {
  await Promise.allSettled([text.font, nameFont, timeFont].map((font) => document.fonts.load(font)));
};

/** Draws the card of a sentence, and sets the height of the canvas to that of the card. */
export function drawQuote(canvas: HTMLCanvasElement, quote: Quote): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  context.font = text.font;
  const quoted = sharingText.quote.quoted(quote.sentence);
  const lines = breakLines(quoted, (line) => context.measureText(line).width);
  const textBottom = card.padding + lines.length * text.lineHeight;
  const baseline = textBottom + wave.top + wave.height + foot.top;
  canvas.width = card.width * card.scale;
  canvas.height = (baseline + foot.bottom) * card.scale;
  context.scale(card.scale, card.scale);
  context.fillStyle = paperColors.paper;
  context.fillRect(0, 0, canvas.width, canvas.height);
  drawLines(context, lines);
  drawWave(context, quote, textBottom + wave.top + wave.height / 2);
  drawFoot(context, quote, baseline);
}

/** Returns the lines of a sentence. Cuts a word that is wider than a line, and a text of too many lines. */
export function breakLines(sentence: string, widthOf: (line: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of sentence.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= innerWidth) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (widthOf(line) > innerWidth) {
      const part = takeFitting(line, (beginning) => widthOf(beginning) <= innerWidth);
      lines.push(part);
      line = line.slice(part.length);
    }
  }
  lines.push(line);
  if (lines.length <= text.maxLines) return lines;
  const last = takeFitting(
    lines[text.maxLines - 1] ?? '',
    (beginning) => widthOf(`${beginning}…`) <= innerWidth,
  );
  return [...lines.slice(0, text.maxLines - 1), `${last}…`];
}

function drawLines(context: CanvasRenderingContext2D, lines: readonly string[]): void {
  const isRtl = isRightToLeft(lines[0] ?? '');
  context.font = text.font;
  context.fillStyle = paperColors.ink;
  context.direction = isRtl ? 'rtl' : 'ltr';
  context.textAlign = 'start';
  const x = isRtl ? card.width - card.padding : card.padding;
  for (const [index, line] of lines.entries()) {
    context.fillText(line, x, card.padding + index * text.lineHeight + 18);
  }
}

function drawWave(context: CanvasRenderingContext2D, { color, peaks }: Quote, centerY: number): void {
  context.strokeStyle = color;
  context.lineWidth = wave.strokeWidth;
  context.lineCap = 'round';
  context.beginPath();
  for (const [index, ratio] of toBars(decodePeaks(peaks), wave.bars).entries()) {
    const x = card.padding + ((index + 0.5) * innerWidth) / wave.bars;
    const half = Math.max(0.05, (ratio * wave.height - wave.strokeWidth) / 2);
    context.moveTo(x, centerY - half);
    context.lineTo(x, centerY + half);
  }
  context.stroke();
}

function drawFoot(context: CanvasRenderingContext2D, { author, time }: Quote, baseline: number): void {
  const right = card.width - card.padding;
  context.direction = 'ltr';
  context.textAlign = 'left';
  context.fillStyle = paperColors.ink;
  context.font = nameFont;
  context.fillText(author, card.padding, baseline, 180);
  const nameEnd = card.padding + Math.min(180, context.measureText(author).width);
  context.font = timeFont;
  context.fillStyle = paperColors.muted;
  context.fillText(sharingText.quote.source(time), nameEnd, baseline);
  context.font = logoFont;
  context.fillStyle = paperColors.ink;
  context.textAlign = 'right';
  context.fillText(shellText.name, right, baseline + 0.5);
  const logoLeft = right - context.measureText(shellText.name).width - 20;
  context.strokeStyle = paperColors.voice;
  context.lineWidth = 2.6;
  context.beginPath();
  for (const [index, height] of [5, 11, 14, 8].entries()) {
    context.moveTo(logoLeft + index * 4.6, baseline - 4.5 - (height - 2.6) / 2);
    context.lineTo(logoLeft + index * 4.6, baseline - 4.5 + (height - 2.6) / 2);
  }
  context.stroke();
}
