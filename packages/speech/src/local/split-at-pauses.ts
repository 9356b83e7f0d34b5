import { frameMs, soundLevel, type Loudness } from './loudness.ts';

export interface Piece {
  readonly startMs: number;
  readonly endMs: number;
}

/** The window of Whisper; other models need memory by the square of the length. */
const maxPieceMs = 30_000;
/** A piece is cut at the quietest moment after this. */
const minPieceMs = 15_000;
/** Words are rarely closer together than this. */
const pauseMs = 200;
/** Kept around the sound of a piece, because words begin and end softly. */
const marginMs = 300;

const maxFrames = maxPieceMs / frameMs;
const minFrames = minPieceMs / frameMs;
const pauseFrames = pauseMs / frameMs;
const marginFrames = marginMs / frameMs;

/**
 * Cuts a recording into pieces of at most 30 seconds, where it is quietest, and leaves out the silence around each: models
 * invent words for silence. Returns none for a silent recording.
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

/** Returns the middle of the quietest 200 ms between 15 and 30 seconds after `from`; of several, of the last. */
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
