import { requireFormat } from './detect-format.ts';
import { listen } from './listen.ts';
import { answerRefusals, Refusal, type Refused } from './refusal.ts';

export interface DecodedSpeech {
  readonly ok: true;
  readonly samples: Float32Array<ArrayBuffer>;
}

/** Decodes the copy of a recording for speech recognition. Every fault of the bytes is a result, so an exception is a bug. */
export const decodeBytes = (bytes: Uint8Array): Promise<DecodedSpeech | Refused> =>
  answerRefusals(async () => {
    const format = requireFormat(bytes);
    const { samples, isBroken } = await listen(bytes, { format, isLenient: format === 'mp3' });
    if (isBroken || samples.length === 0) throw new Refusal('AUDIO_UNDECODABLE');
    return { ok: true, samples };
  });
