import { disguiseLimits } from '@relato/contract/recordings/disguise-limits';

export type Character = keyof typeof disguiseLimits;

// In the order of the buttons.
export const characters = ['deep', 'high', 'strange'] as const satisfies readonly Character[];

/** The shift of a voice, in semitones. */
export interface VoiceShift {
  readonly pitch: number;
  readonly formants: number;
}

/**
 * Draws the shift of a disguise. Only its caller knows it, and must not store it, because the shift would undo the disguise
 * exactly. The middle of the range, which is public and narrow, already comes near. `random` returns numbers from 0 to 1.
 */
export function drawVoice(character: Character, random: () => number = drawSafely): VoiceShift {
  const { pitch, formants } = disguiseLimits[character];
  const draw = ([from, to]: readonly [number, number]) => from + (to - from) * random();
  return { pitch: draw(pitch), formants: draw(formants) };
}

/** Unlike the numbers of `Math.random`, these cannot be computed from each other. */
const drawSafely = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;

/**
 * Returns whether a disguised recording may be disguised again: another character could move the voice back towards the
 * original.
 */
export const canFollow = (character: Character, before: Character | undefined): boolean =>
  before === undefined || character === before;
