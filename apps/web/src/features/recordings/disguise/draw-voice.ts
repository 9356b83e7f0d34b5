import { limits } from '@relato/contract/limits';

export type Character = keyof typeof limits.disguise;

// In the order in which they are offered.
export const characters = ['deep', 'high', 'strange'] as const satisfies readonly Character[];

/** How far a voice is moved, in semitones. */
export interface VoiceShift {
  readonly pitch: number;
  readonly formants: number;
}

/**
 * Draws how far a disguise moves a voice. It is known to its caller alone and is not kept: with it, the voice could be moved back
 * exactly. Moving it back by the middle of a range, which is public and narrow, already comes near. `random` returns numbers from 0
 * to 1.
 */
export function drawVoice(character: Character, random: () => number = drawSafely): VoiceShift {
  const { pitch, formants } = limits.disguise[character];
  const draw = ([from, to]: readonly [number, number]) => from + (to - from) * random();
  return { pitch: draw(pitch), formants: draw(formants) };
}

/** Unlike those of `Math.random`, its numbers do not tell of each other. */
const drawSafely = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;

/**
 * Returns whether a recording with this disguise may get another one: one that moves it back could come close to the voice itself.
 */
export const canFollow = (character: Character, before: Character | undefined): boolean =>
  before === undefined || character === before;
