import { limits } from '@relato/contract/limits';
import { createMp3Encoder } from 'wasm-media-encoders';
import { decodeMono } from './decode-mono.ts';
import { withInfoFrame } from './mp3-info-frame.ts';
import { readRecording } from './read-recording.ts';
import { answerRefusals, type Refused } from './refusal.ts';

/** Speech needs no more, and programs of every age play it. */
const kilobits = limits.recording.mp3Kilobits;
/**
 * The rate of most recorders. Lower rates have longer frames, and with them more of the silence that simple readers count.
 */
const rateHz = 48_000;
const secondsAtOnce = 5;

interface EncodedMp3 {
  readonly ok: true;
  readonly mp3: Uint8Array<ArrayBuffer>;
  /** The samples that players play, by the header: neither the delay of the encoder nor the padding of the last frame. */
  readonly durationMs: number;
}

/** Encodes a recording as MP3 of one channel. Every fault of the bytes is a result, so an exception is a bug. */
export const encodeBytes = (bytes: Uint8Array): Promise<EncodedMp3 | Refused> =>
  answerRefusals(async () => {
    const samples = await decodeMono(await readRecording(bytes), rateHz);
    const mp3 = withInfoFrame(await encode(samples), { samples: samples.length, kilobits });
    return { ok: true, mp3, durationMs: Math.round((samples.length / rateHz) * 1000) };
  });

async function encode(samples: Float32Array): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: rateHz, channels: 1, bitrate: kilobits });
  const parts: Uint8Array[] = [];
  const step = secondsAtOnce * rateHz;
  for (let at = 0; at < samples.length; at += step) {
    // The encoder writes its next part over this one.
    parts.push(encoder.encode([samples.subarray(at, at + step)]).slice());
  }
  parts.push(encoder.finalize().slice());
  return new Uint8Array(Buffer.concat(parts));
}
