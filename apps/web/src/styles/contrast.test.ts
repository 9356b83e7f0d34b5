import { readFileSync } from 'node:fs';
import { avatarColors } from '@relato/contract/profiles/avatar';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');

const readColors = (text: string) =>
  new Map(
    [...text.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]),
  );

const schemes = { light: readColors(light), dark: new Map([...readColors(light), ...readColors(dark)]) };

/** Relative luminance of WCAG 2.2, 1.4.3: the linear light of the channels, weighted by perceived brightness. */
function toLuminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toRatio(one: string, other: string): number {
  const [brighter = 0, darker = 0] = [toLuminance(one), toLuminance(other)].toSorted((a, b) => b - a);
  return (brighter + 0.05) / (darker + 0.05);
}

/** The pairs of foreground and background: texts, and colours that identify a control or a state. */
const texts: Readonly<Record<string, readonly string[]>> = {
  ink: ['paper', 'surface', 'sunken', 'voice-soft'],
  muted: ['paper', 'surface', 'sunken', 'voice-soft'],
  'voice-strong': ['paper', 'surface', 'sunken', 'voice-soft'],
  'on-voice': ['voice'],
  'on-plum': ['plum'],
  leaf: ['leaf-soft'],
  paper: ['ink'],
  'on-danger': ['danger'],
  'danger-strong': ['paper', 'surface'],
  'on-avatar': ['avatar-1', 'avatar-2', 'avatar-3', 'avatar-4', 'avatar-5', 'avatar-6'],
};
const shapes: Readonly<Record<string, readonly string[]>> = {
  voice: ['paper', 'surface', 'sunken', 'wave'],
  edge: ['surface', 'paper'],
  plum: ['paper', 'surface'],
  leaf: ['surface'],
};
/** Decoration that needs no contrast: lines between cards, the scrim of a sheet. */
const decoration = new Set(['line', 'scrim', 'transparent', 'current']);

const pairsOf = (uses: typeof texts, min: number) =>
  Object.entries(schemes).flatMap(([scheme, colors]) =>
    Object.entries(uses).flatMap(([text, grounds]) =>
      grounds.map((ground) => ({ scheme, colors, text, ground, min })),
    ),
  );

describe('the colours', () => {
  it('of avatars are those of the images that the server draws', () => {
    expect(avatarColors.map((_, index) => schemes.light.get(`avatar-${index + 1}`))).toEqual(avatarColors);
  });

  it.each([...pairsOf(texts, 4.5), ...pairsOf(shapes, 3)])(
    'D27: hold $min:1 in $scheme: $text on $ground',
    ({ colors, text, ground, min }) => {
      expect(toRatio(colors.get(text) ?? '', colors.get(ground) ?? '')).toBeGreaterThanOrEqual(min);
    },
  );

  it('are all measured, except decoration', () => {
    const used = new Set([...Object.entries(texts), ...Object.entries(shapes)].flat(2));
    const names = [...css.matchAll(/--color-([\w-]+):/g)].map(([, name = '']) => name);
    expect(names.filter((name) => !used.has(name) && !decoration.has(name))).toEqual([]);
  });
});
