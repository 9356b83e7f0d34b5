import { limits } from '@relato/contract/limits';
import { toGainDb } from '@relato/contract/recordings/loudness';
import { requireFormat } from './detect-format.ts';
import { toMono } from './listen.ts';
import { measureBytes } from './measure-loudness.ts';
import { inputOf, longestSeconds, withoutMetadata } from './probe.ts';
import { answerRefusals, Refusal, type Verdict } from './refusal.ts';
import { runEngine } from './run-engine.ts';

export type EncodedMp3 = Verdict<{ readonly mp3: Uint8Array<ArrayBuffer> }>;

/** The rate of most recorders. Lower rates have longer frames, and therefore more of the silence that simple readers count. */
const rateHz = 48_000;

/**
 * Encodes the copy of a recording as MP3 with one channel, because speech needs no more and programs of any age play MP3. It
 * is as loud as all others, measured on this channel, because the mean of two channels is quieter than both together. Every
 * fault of the bytes is a result, so an exception is a bug.
 */
export const encodeBytes = (bytes: Uint8Array): Promise<EncodedMp3> =>
  answerRefusals(async () => {
    const format = requireFormat(bytes);
    const mono = toMono(rateHz);
    const measured = await measureBytes(bytes, [mono]);
    const gainDb = measured.ok && measured.loudness ? toGainDb(measured.loudness) : 0;
    const sound = `-af ${mono},volume=${gainDb}dB -c:a libmp3lame -b:a ${limits.recording.mp3Kilobits}k`;
    const { succeeded, out, log } = await runEngine(
      `ffmpeg -v error -nostdin -t ${longestSeconds} ${inputOf(format)} ${withoutMetadata} ${sound} -id3v2_version 0 -f mp3 out`,
      bytes,
    );
    if (!succeeded || !out) throw new Refusal('AUDIO_UNDECODABLE', { cause: log });
    return { ok: true, mp3: out };
  });
