import type { RecordedCodec } from '@relato/contract/audio-formats';
import { decodePackets } from './decode-packets.ts';
import type { DecoderConfig } from './decoder-config.ts';
import { opusPreSkip } from './opus.ts';
import type { Packet } from './packets.ts';
import type { Recording } from './read-recording.ts';
import { Resampler } from './resampler.ts';

/**
 * Decodes a recording to one channel of `rateHz`, from -1 to 1. Sample n is what players play at n / `rateHz` seconds: the
 * sound before time zero is left out, and sound that is missing is silence. Keeps the process busy. Throws Refusal.
 */
export async function decodeMono(
  { codec, config, packets, durationSeconds }: Recording,
  rateHz: number,
): Promise<Float32Array<ArrayBuffer>> {
  const samples = new Float32Array(Math.round(durationSeconds * rateHz));
  const sink =
    config.sampleRate === rateHz ? new Copier(samples) : new Resampler(config.sampleRate, rateHz, samples);
  let unheard = countUnheard(codec, config, packets);
  for await (const channels of decodePackets(codec, config, packets, { rateHz: 48_000, channels: 1 })) {
    const mono = mixDown(channels);
    sink.push(mono.subarray(Math.min(unheard, mono.length)));
    unheard = Math.max(0, unheard - mono.length);
  }
  sink.finish();
  clip(samples);
  return samples;
}

/** Fills `output` as a Resampler between equal rates would, without filtering. */
class Copier implements Pick<Resampler, 'push' | 'finish'> {
  readonly #output: Float32Array;
  #written = 0;

  constructor(output: Float32Array) {
    this.#output = output;
  }

  push(samples: Float32Array): void {
    const fitting = samples.subarray(0, this.#output.length - this.#written);
    this.#output.set(fitting, this.#written);
    this.#written += fitting.length;
  }

  finish(): void {
    // The rest is silence.
  }
}

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
