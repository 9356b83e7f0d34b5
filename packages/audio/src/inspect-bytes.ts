import {
  audioFormats,
  type RecordedCodec,
  type ServedContainer,
} from '@relato/contract/recordings/audio-formats';
import { limits } from '@relato/contract/limits';
import { energyOf, toPeaks } from '@relato/contract/recordings/waveform';
import type { Demuxer } from './detect-format.ts';
import { layOut, type Layout } from './lay-out.ts';
import { listen, speechRateHz, type Sound } from './listen.ts';
import { copyPackets, encodeAac, toCopied, type Copy } from './make-copy.ts';
import { hasOnlyFrames } from './repair.ts';
import { longestSeconds, probe, type Source } from './probe.ts';
import { answerRefusals, Refusal, type Verdict } from './refusal.ts';

/** The result of an inspection: the facts and the copy of a valid recording, or the reason of its refusal. */
export type Inspection = Verdict<{
  /** The container of the copy. */
  readonly container: ServedContainer;
  readonly codec: RecordedCodec;
  /** The duration of the sound itself, independent of the header. */
  readonly durationMs: number;
  readonly mimeType: string;
  /**
   * A copy that all browsers play, with the packets of the original if possible, silence in place of missing ones, a
   * duration and an index for seeking. It contains no metadata of the original.
   */
  readonly playback: Uint8Array<ArrayBuffer>;
  readonly peaks: readonly number[];
  /** Whether the file is broken, so that the copy contains only its beginning. */
  readonly isCutShort: boolean;
}>;

/** The window of an energy value is 10 ms. */
const windowSamples = speechRateHz / 100;
/** Encoders pad both ends, so a copy may be this much shorter than its packets. */
const trimmedSeconds = 0.2;
/** Headers round, and include the padding of an encoder. */
const claimToleranceSeconds = 0.25;
const silence = 'aresample=async=1:min_hard_comp=0.04';
/** Starts the times at zero, even without the padding of an encoder at the start. */
const endToEnd = 'asetpts=N/SR/TB';

interface Made extends Copy {
  readonly sound: Sound;
  /** Whether the source was unreadable before its end. */
  readonly isBroken: boolean;
}

/** Inspects a recording, which keeps the process busy. Every fault of the bytes is a result, so an exception is a bug. */
export const inspectBytes = (bytes: Uint8Array): Promise<Inspection> =>
  answerRefusals(async () => {
    const source = await probe(bytes);
    const layout = layOut(source);
    const made = (await copy(source, layout)) ?? (await encode(source, layout));
    const { sound, container, codec } = made;
    requirePlayable(sound);
    const isCutShort = made.isBroken || source.isCut || isShorterThanClaimed(source, layout, sound);
    if (isCutShort && sound.seconds * 1000 < limits.recording.leastRecoveredMs)
      throw new Refusal('AUDIO_TRUNCATED');
    return {
      ok: true,
      container,
      codec,
      durationMs: Math.round(sound.seconds * 1000),
      mimeType: audioFormats[container].mimeType,
      playback: made.bytes,
      peaks: toPeaks(energiesOf(sound.samples)),
      isCutShort,
    };
  });

/**
 * Copies the packets of a recording that all browsers play. Returns null if the copy would contain more than sound, or would
 * not play like its packets.
 */
async function copy(source: Source, layout: Layout): Promise<Made | null> {
  const copied = toCopied(source);
  const { stepSeconds, hasGaps, endSeconds } = layout;
  if (!copied || hasGaps || stepSeconds === null) return null;
  const copyUntil = (seconds: number) =>
    copyPackets(source, { ...layout, stepSeconds }, copied.container, seconds);
  const bytes = await copyUntil(longestSeconds + 1);
  if (copied.codec === 'mp3' && !hasOnlyFrames(bytes)) return null;
  const hearing = { format: demuxerOf(copied), isLenient: copied.codec === 'mp3' };
  const sound = await listen(bytes, hearing);
  if (sound.isBroken) return { ...copied, bytes: await copyUntil(sound.seconds), sound, isBroken: true };
  const again = layOut(await probe(bytes));
  const isAsExpected =
    Math.abs(sound.seconds - endSeconds) < trimmedSeconds &&
    Math.abs(again.endSeconds - endSeconds) < trimmedSeconds &&
    !again.hasGaps;
  return isAsExpected ? { ...copied, bytes, sound, isBroken: false } : null;
}

const demuxerOf = ({ container }: Omit<Copy, 'bytes'>): Demuxer =>
  container === 'webm' ? 'matroska' : container === 'mp4' ? 'mov' : container;

/** Encodes formats that not all browsers play, and recordings with gaps, which become silence. */
async function encode(source: Source, { hasGaps }: Layout): Promise<Made> {
  const { format, bytes, codec } = source;
  // MP3 frames are independent, and players skip broken ones.
  const isLenient = codec === 'mp3';
  const filters = hasGaps || isLenient ? [silence, endToEnd] : [endToEnd];
  const sound = await listen(bytes, { format, filters, isLenient });
  requirePlayable(sound);
  const { seconds, isBroken } = sound;
  return {
    container: 'mp4',
    codec: 'aac',
    bytes: await encodeAac(source, filters, seconds),
    sound,
    isBroken,
  };
}

function requirePlayable({ seconds }: Sound): void {
  if (seconds > longestSeconds) throw new Refusal('AUDIO_TOO_LONG');
  if (seconds === 0) throw new Refusal('AUDIO_UNDECODABLE');
}

/**
 * Headers count from zero, even if the recorder started its clock later. Containers have wrong durations for Vorbis packets,
 * which are alternately long and short, so the sound itself counts too.
 */
function isShorterThanClaimed(
  { claimedSeconds, packets }: Source,
  { endSeconds }: Layout,
  { seconds }: Sound,
): boolean {
  const clockStart = Math.max(0, packets[0]?.time ?? 0);
  const end = clockStart + Math.max(endSeconds, seconds) + claimToleranceSeconds;
  return claimedSeconds !== null && claimedSeconds > end;
}

const energiesOf = (samples: Float32Array): number[] =>
  Array.from({ length: Math.ceil(samples.length / windowSamples) }, (_, index) =>
    energyOf(samples, index * windowSamples, Math.min(samples.length, (index + 1) * windowSamples)),
  );
