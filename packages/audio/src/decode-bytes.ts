import { decodeMono } from './decode-mono.ts';
import { readRecording } from './read-recording.ts';
import { answerRefusals, type Refused } from './refusal.ts';

/** The rate that models of speech recognition take. */
export const speechRateHz = 16_000;

interface DecodedSpeech {
  readonly ok: true;
  readonly samples: Float32Array<ArrayBuffer>;
}

/** Decodes a recording for speech recognition, as `decodeMono` does. Every fault of the bytes is a result, so an exception is a bug. */
export const decodeBytes = (bytes: Uint8Array): Promise<DecodedSpeech | Refused> =>
  answerRefusals(async () => ({
    ok: true,
    samples: await decodeMono(await readRecording(bytes), speechRateHz),
  }));
