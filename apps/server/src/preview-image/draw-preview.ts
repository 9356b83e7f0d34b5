import type { PreviewedStory } from '@relato/api';
import { formatDuration } from '@relato/contract/text/format';
import { escapeMarkup, toLine } from '@relato/contract/text/markup';
import { avatarColors, avatarLetter, avatarTone } from '@relato/contract/profiles/avatar';
import { decodePeaks, toBars } from '@relato/contract/recordings/waveform';
import { countCharacters } from '@relato/contract/text/rules';
import type { TextMeasure } from './text-measure.ts';

export const previewSize = { width: 1200, height: 630 } as const;

const colors = { paper: '#fbf6ef', ink: '#221a16', muted: '#73655a', voice: '#ce4023' } as const;
const margin = { x: 72, top: 64, bottom: 56 } as const;
const innerWidth = previewSize.width - 2 * margin.x;
const wave = { bars: 64, gap: 7, height: 190, centerY: 372 } as const;
const avatar = { size: 76, y: previewSize.height - margin.bottom - 76 } as const;
const baseline = avatar.y + 53;

/** The size of a title by its number of characters. The first row that fits applies. */
const titleSizes = [
  { upTo: 24, fontSize: 96 },
  { upTo: 40, fontSize: 80 },
  { upTo: Number.POSITIVE_INFINITY, fontSize: 69 },
] as const;

// Matches the characters that the fonts cannot draw, such as an emoji or another script.
const unknown =
  /[^\u0020-\u007E\u00A0-\u00FF\u0131\u0152\u0153\u2013\u2014\u2018-\u201A\u201C-\u201E\u2022\u2026\u2039\u203A\u20AC\u2122\u2212]/gu;
const toDrawn = (text: string): string => toLine(text.normalize('NFC').replaceAll(unknown, ''));

/** Returns the picture of a story as SVG: the title in at most two lines, the wave, the author's name and the length. */
export function drawPreview(story: PreviewedStory, measure: TextMeasure): string {
  const { username } = story.author;
  const color = avatarColors[avatarTone(username ?? '', avatarColors.length)] ?? colors.ink;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${previewSize.width}" height="${previewSize.height}">
<rect width="100%" height="100%" fill="${colors.paper}"/>
${drawTitle(toDrawn(story.title), measure)}
${drawWave(story.peaks, color)}
${drawAuthor(toDrawn(username ?? ''), { color, length: formatDuration(story.durationMs), measure })}
${drawLogo()}
</svg>`;
}

function drawTitle(title: string, measure: TextMeasure): string {
  const { fontSize } = titleSizes.find(({ upTo }) => countCharacters(title) <= upTo) ?? titleSizes[2];
  const lines = breakTitle(title, (text) => measure(text, titleFont(fontSize)));
  return lines
    .map((line, index) => {
      const y = margin.top + fontSize * (0.9 + 1.1 * index);
      return `<text x="${margin.x}" y="${y}" fill="${colors.ink}" ${titleFont(fontSize)}>${escapeMarkup(line)}</text>`;
    })
    .join('\n');
}

const titleFont = (fontSize: number): string =>
  `font-family="Fraunces" font-size="${fontSize}" letter-spacing="${-0.025 * fontSize}"`;

const textSize = 44;
const maxAuthorWidth = 660;
/** The name of the font family is that of the lightest weight of the original font. */
const textFont = (fontSize: number): string =>
  `font-family="Figtree Light" font-size="${fontSize.toFixed(1)}"`;

/** Returns the one or two lines of a title, with almost equal widths if both fit, and otherwise with a shortened second line. */
function breakTitle(title: string, widthOf: (text: string) => number): readonly string[] {
  if (title === '') return [];
  if (widthOf(title) <= innerWidth) return [title];
  const words = title.split(' ');
  let best: readonly string[] | null = null;
  let bestWidth = Number.POSITIVE_INFINITY;
  let first = cut(words[0] ?? '', widthOf);
  for (let count = 1; count < words.length; count += 1) {
    const line = words.slice(0, count).join(' ');
    const firstWidth = widthOf(line);
    if (firstWidth > innerWidth) break;
    first = line;
    const rest = words.slice(count).join(' ');
    const width = Math.max(firstWidth, widthOf(rest));
    if (width <= innerWidth && width < bestWidth) {
      best = [line, rest];
      bestWidth = width;
    }
  }
  if (best) return best;
  const rest = title.slice(first.length).trim();
  return first.endsWith('…') || rest === '' ? [first] : [first, cut(rest, widthOf)];
}

/** Returns the longest beginning of a text that fits into a line, by binary search. */
function cut(text: string, widthOf: (text: string) => number): string {
  if (widthOf(text) <= innerWidth) return text;
  let fits = 0;
  let tooLong = text.length;
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (widthOf(`${text.slice(0, middle)}…`) <= innerWidth) fits = middle;
    else tooLong = middle;
  }
  return `${text.slice(0, fits).trimEnd()}…`;
}

function drawWave(peaks: string, color: string): string {
  const width = (innerWidth - (wave.bars - 1) * wave.gap) / wave.bars;
  const bars = toBars(decodePeaks(peaks), wave.bars).map((ratio, index) => {
    const height = Math.max(width, ratio * wave.height);
    const x = margin.x + index * (width + wave.gap);
    const y = wave.centerY - height / 2;
    return `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" rx="${(width / 2).toFixed(1)}"/>`;
  });
  return `<g fill="${color}">${bars.join('')}</g>`;
}

interface AuthorLook {
  readonly color: string;
  readonly length: string;
  readonly measure: TextMeasure;
}

function drawAuthor(username: string, { color, length, measure }: AuthorLook): string {
  const radius = avatar.size / 2;
  const centerX = margin.x + radius;
  const name = username === '' ? '' : `@${username}`;
  // A long name is drawn smaller, so that it does not reach the logo.
  const width = measure(`${name} ${length}`, textFont(textSize));
  const fontSize = textSize * Math.min(1, maxAuthorWidth / width);
  return `<circle cx="${centerX}" cy="${avatar.y + radius}" r="${radius}" fill="${color}"/>
<text x="${centerX}" y="${avatar.y + 49}" fill="#fff" text-anchor="middle" ${textFont(32)}>${escapeMarkup(avatarLetter(username, null))}</text>
<text x="${margin.x + avatar.size + 22}" y="${baseline}" fill="${colors.ink}" ${textFont(fontSize)}>${escapeMarkup(name)}<tspan dx="${name === '' ? 0 : 22}" fill="${colors.muted}">${length}</tspan></text>`;
}

/** Draws the logo of four bars, and the name. */
function drawLogo(): string {
  const right = previewSize.width - margin.x;
  const center = avatar.y + avatar.size / 2;
  const bars = [16, 35, 42, 23].map((height, index) => {
    const x = right - 228 + index * 14;
    return `<rect x="${x}" y="${center - height / 2}" width="8" height="${height}" rx="4"/>`;
  });
  return `<g fill="${colors.voice}">${bars.join('')}</g>
<text x="${right}" y="${baseline + 2}" fill="${colors.ink}" text-anchor="end" ${titleFont(54)}>Relato</text>`;
}
