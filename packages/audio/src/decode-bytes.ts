import type { RecordedCodec } from '@relato/contract/audio-formats';
import { decodePackets } from './decode-packets.ts';
import type { DecoderConfig } from './decoder-config.ts';
import { opusPreSkip } from './opus.ts';
import type { Packet } from './packets.ts';
import { readRecording } from './read-recording.ts';
import { answerRefusals, type Refused } from './refusal.ts';
import { Resampler } from './resampler.ts';

/** The rate that models of speech recognition take. */
export const speechRateHz = 16_000;

interface DecodedSpeech {
  readonly ok: true;
  readonly samples: Float32Array<ArrayBuffer>;
}

/**
 * Decodes a recording to one channel of 16 kHz, from -1 to 1. Sample n is what players play at n / 16000 seconds: the sound
 * before time zero is left out, and sound that is missing is silence. Keeps the process busy. Every fault of the bytes is a
 * result, so an exception is a bug.
 */
export const decodeBytes = (bytes: Uint8Array): Promise<DecodedSpeech | Refused> =>
  answerRefusals(async () => {
    const { codec, config, packets, durationSeconds } = await readRecording(bytes);
    const samples = new Float32Array(Math.round(durationSeconds * speechRateHz));
    const resampler = new Resampler(config.sampleRate, speechRateHz, samples);
    let unheard = countUnheard(codec, config, packets);
    for await (const channels of decodePackets(codec, config, packets)) {
      const mono = mixDown(channels);
      resampler.push(mono.subarray(Math.min(unheard, mono.length)));
      unheard = Math.max(0, unheard - mono.length);
    }
    resampler.finish();
    clip(samples);
    return { ok: true, samples };
  });

/**
 * Returns the number of samples that players drop at the start: those before time zero, and the pre-skip of Opus. Ogg and
 * edit lists say the same in both ways; WebM, and the MP4 of Chromium, only in the second.
 */
function countUnheard(codec: RecordedCodec, config: DecoderConfig, packets: readonly Packet[]): number {
  const beforeZero = Math.round(Math.max(0, -(packets[0]?.timestamp ?? 0)) * config.sampleRate);
  return codec === 'opus' ? Math.max(beforeZero, opusPreSkip(config.description)) : beforeZero;
}

/** Returns the mean of the channels. */
function mixDown(channels: readonly Float32Array[]): Float32Array {
  const mono = new Float32Array(channels[0]?.length ?? 0);
  for (const channel of channels) {
    for (let index = 0; index < mono.length; index += 1) {
      mono[index] = (mono[index] ?? 0) + (channel[index] ?? 0) / channels.length;
    }
  }
  clip(mono);
  return mono;
}

/** Limits samples, as players do; what is no number becomes silence. */
function clip(samples: Float32Array): void {
  for (let index = 0; index < samples.length; index += 1) {
    samples[index] = Math.max(-1, Math.min(1, samples[index] || 0));
  }
}
