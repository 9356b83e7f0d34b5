import { requireFormat } from './detect-format.ts';
import { listen } from './listen.ts';
import { answerRefusals, Refusal, type Verdict } from './refusal.ts';

export type DecodedSpeech = Verdict<{ readonly samples: Float32Array<ArrayBuffer> }>;

/** Decodes the copy of a recording for speech recognition. Every fault of the bytes is a result, so an exception is a bug. */
export const decodeBytes = (bytes: Uint8Array): Promise<DecodedSpeech> =>
  answerRefusals(async () => {
    const format = requireFormat(bytes);
    const { samples, isBroken } = await listen(bytes, { format, isLenient: format === 'mp3' });
    if (isBroken || samples.length === 0) throw new Refusal('AUDIO_UNDECODABLE');
    return { ok: true, samples };
  });
