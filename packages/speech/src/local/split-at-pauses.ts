import { frameMs, soundLevel, type Loudness } from './loudness.ts';

export interface Piece {
  readonly startMs: number;
  readonly endMs: number;
}

/** The window of Whisper. Other models need memory in proportion to the square of the length. */
const maxPieceMs = 30_000;
/** A piece ends at the quietest moment after this. */
const minPieceMs = 15_000;
/** The shortest usual time between words. */
const pauseMs = 200;
/** The margin around the sound of a piece, because words begin and end softly. */
const marginMs = 300;

const maxFrames = maxPieceMs / frameMs;
const minFrames = minPieceMs / frameMs;
const pauseFrames = pauseMs / frameMs;
const marginFrames = marginMs / frameMs;

/**
 * Cuts a recording at its quietest moments into pieces of at most 30 seconds, and omits the silence around each, because
 * models invent words for silence. Returns no pieces for a silent recording.
 */
export function splitAtPauses(loudness: Loudness): Piece[] {
  const level = soundLevel(loudness);
  const pieces: Piece[] = [];
  let start = 0;
  while (start < loudness.length) {
    // The silence before a piece does not count for its length.
    const first = loudness.findIndex((value, frame) => frame >= start && value >= level);
    if (first === -1) break;
    const from = Math.max(start, first - marginFrames);
    const end = loudness.length - from <= maxFrames ? loudness.length : findPause(loudness, from);
    const last = loudness.findLastIndex((value, frame) => frame < end && value >= level);
    pieces.push({ startMs: from * frameMs, endMs: Math.min(end, last + 1 + marginFrames) * frameMs });
    start = end;
  }
  return pieces;
}

/** Returns the middle of the quietest 200 ms between 15 and 30 seconds after `from`, and the last one of several. */
function findPause(loudness: Loudness, from: number): number {
  let quietest = Infinity;
  let pause = from + maxFrames;
  for (let frame = from + minFrames; frame + pauseFrames <= from + maxFrames; frame += 1) {
    const sum = loudness.subarray(frame, frame + pauseFrames).reduce((total, value) => total + value, 0);
    if (sum > quietest) continue;
    quietest = sum;
    pause = frame + pauseFrames / 2;
  }
  return pause;
}
