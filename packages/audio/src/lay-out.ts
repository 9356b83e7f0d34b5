import { limits } from '@relato/contract/limits';
import { longestSeconds, type Packet, type Source } from './probe.ts';
import { Refusal } from './refusal.ts';

export interface Layout {
  /** The time of the first packet: zero, or earlier for sound that is not played. */
  readonly startSeconds: number;
  /** The duration of each packet except the last, or null if they differ. */
  readonly stepSeconds: number | null;
  readonly hasGaps: boolean;
  /** The end of the last packet when the packets are consecutive and silence fills the gaps. */
  readonly endSeconds: number;
}

const toleranceSeconds = limits.recording.durationToleranceMs / 1000;
/** Above the jitter of recorders' clocks, and below the length of missing packets. */
const gapSeconds = 0.04;
/** Matroska rounds times to milliseconds. */
const roundingSeconds = 0.0011;

/**
 * Lays packets end to end with silence in the gaps, because browsers play gaps differently: Chromium continues at once and
 * is early from then on, while others wait. Throws Refusal for timestamps that cannot all be played, or that exceed a
 * recording.
 */
export function layOut({ packets, codec, rateHz }: Source): Layout {
  const step = toFrameSeconds(codec, rateHz, mostCommonStep(packets));
  const hasFrames = codec === 'aac' || codec === 'mp3';
  // In an MP4, the duration of a packet extends to the next one, however near or far that is, so frames of equal length need
  // their own duration. Only the last one may be trimmed.
  const isPossible = (duration: number | null, isLast = false): duration is number =>
    duration !== null && (hasFrames ? isLast && duration < step : codec !== 'opus' || duration <= 0.12);
  const isSteady = packets
    .slice(0, -1)
    .every(({ duration }) => !isPossible(duration) || Math.abs(duration - step) < roundingSeconds);
  // A recorder may start its clock after zero.
  const clockStart = Math.max(0, packets[0]?.time ?? 0);
  const startSeconds = Math.min(0, packets[0]?.time ?? 0);
  let end = startSeconds;
  /** The time at which the next packet is due by the recorder's clock. */
  let expected = startSeconds;
  let silentSeconds = 0;
  let latenessSeconds = 0;
  for (const [index, { time, duration }] of packets.entries()) {
    const isLast = index === packets.length - 1;
    const seconds = isSteady && !isLast ? step : isPossible(duration, isLast) ? duration : step;
    const now = time - clockStart;
    if (now > longestSeconds) throw new Refusal('AUDIO_TOO_LONG');
    latenessSeconds = Math.max(latenessSeconds, end - now);
    // A clock that runs slightly ahead of the sound is not a gap, because silence within a word would be audible.
    const missing = Math.min(now - expected, now - end);
    if (missing > gapSeconds) {
      silentSeconds += missing;
      end += missing;
    }
    expected = now + seconds;
    end += seconds;
    if (end > longestSeconds) throw new Refusal('AUDIO_TOO_LONG');
  }
  // Overlapping packets cannot all be played.
  if (latenessSeconds > toleranceSeconds) throw new Refusal('AUDIO_UNDECODABLE');
  if (silentSeconds > end - silentSeconds) throw new Refusal('AUDIO_MOSTLY_MISSING');
  return { startSeconds, stepSeconds: isSteady ? step : null, hasGaps: silentSeconds > 0, endSeconds: end };
}

/** Returns the packet duration of a codec that is nearest to a rounded one from a container. */
function toFrameSeconds(codec: string, rateHz: number, seconds: number): number {
  if (codec === 'opus') return Math.max(1, Math.round(seconds * 400)) / 400;
  const samples = { aac: [1024, 2048], mp3: [576, 1152] }[codec];
  if (!samples) return seconds;
  const distanceOf = (count: number) => Math.abs(count / rateHz - seconds);
  return samples.reduce((best, count) => (distanceOf(count) < distanceOf(best) ? count : best)) / rateHz;
}

/** Returns the duration of most packets, from the packets themselves or from the start of the next one. */
function mostCommonStep(packets: readonly Packet[]): number {
  const counts = new Map<number, number>();
  for (const [index, { time, duration }] of packets.entries()) {
    const step = duration ?? (packets[index + 1]?.time ?? Number.NaN) - time;
    // Times are printed with six digits.
    const microseconds = Math.round(step * 1e6);
    if (microseconds > 0) counts.set(microseconds, (counts.get(microseconds) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  return (most?.[0] ?? 0) / 1e6;
}
