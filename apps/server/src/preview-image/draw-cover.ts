import { escapeMarkup } from '@relato/contract/text/markup';
import { avatarColors, avatarLetter, avatarTone } from '@relato/contract/profiles/avatar';
import type { TextMeasure } from './text-measure.ts';

/** Apple accepts squares from 1400 to 3000 pixels. */
export const coverSize = 1_400;

const colors = { voice: '#ce4023', paper: '#fbf6ef' } as const;
const center = coverSize / 2;
const avatar = { y: 560, radius: 320, ring: 28 } as const;
const name = { y: 1_070, size: 120, maxWidth: coverSize - 240 } as const;
const logo = { y: 1_236, size: 92 } as const;

/** Returns the picture of a podcast as SVG: the avatar of its author or subject on the brand color, the name, and the logo. */
export function drawCover(named: string, shown: string, measure: TextMeasure): string {
  const color = avatarColors[avatarTone(named, avatarColors.length)] ?? colors.voice;
  const size = name.size * Math.min(1, name.maxWidth / measure(shown, textFont(name.size)));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${coverSize}" height="${coverSize}">
<rect width="100%" height="100%" fill="${colors.voice}"/>
<circle cx="${center}" cy="${avatar.y}" r="${avatar.radius}" fill="${color}" stroke="${colors.paper}" stroke-width="${avatar.ring}"/>
<text x="${center}" y="${avatar.y + 116}" fill="${colors.paper}" text-anchor="middle" ${textFont(330)}>${escapeMarkup(avatarLetter(named, null))}</text>
<text x="${center}" y="${name.y}" fill="${colors.paper}" text-anchor="middle" ${textFont(size)}>${escapeMarkup(shown)}</text>
${drawMark(measure)}
</svg>`;
}

function drawMark(measure: TextMeasure): string {
  const font = `font-family="Fraunces" font-size="${logo.size}" letter-spacing="${-0.025 * logo.size}"`;
  const barsWidth = 100;
  const left = center - (barsWidth + measure('Relato', font)) / 2;
  const bars = [28, 62, 74, 40].map(
    (height, index) =>
      `<rect x="${(left + index * 22).toFixed(1)}" y="${logo.y - 32 - height / 2}" width="12" height="${height}" rx="6"/>`,
  );
  return `<g fill="${colors.paper}">${bars.join('')}</g>
<text x="${(left + barsWidth).toFixed(1)}" y="${logo.y}" fill="${colors.paper}" ${font}>Relato</text>`;
}

const textFont = (fontSize: number): string =>
  `font-family="Figtree Light" font-size="${fontSize.toFixed(1)}"`;
