import { inputOf, longestSeconds } from './probe.ts';
import type { Demuxer } from './detect-format.ts';
import { runEngine } from './run-engine.ts';

/** The rate for models of speech recognition, which also suffices for peaks. */
export const speechRateHz = 16_000;

export interface Sound {
  /** One channel, from -1 to 1. Players play sample n at n / 16000 seconds. */
  readonly samples: Float32Array<ArrayBuffer>;
  readonly seconds: number;
  /** Whether a part was not decodable. The samples end before it. */
  readonly isBroken: boolean;
}

interface Hearing {
  readonly format: Demuxer;
  /** Filters that run first. */
  readonly filters?: readonly string[];
  /** Whether to skip broken frames like players do. */
  readonly isLenient?: boolean;
}

/** Returns the filters for one channel, the mean of all. */
export const toMono = (rateHz: number): string =>
  `aresample=${rateHz}:rematrix_maxval=1,aformat=channel_layouts=mono`;

/** Decodes a recording to one channel of 16 kHz, up to a part that is not decodable. */
export async function listen(
  bytes: Uint8Array,
  { format, filters = [], isLenient = false }: Hearing,
): Promise<Sound> {
  const chain = [...filters, toMono(speechRateHz)];
  const strictness = isLenient ? '' : '-xerror ';
  // The limit is the length beyond which a recording is refused.
  const input = `${strictness}-fflags +discardcorrupt -t ${longestSeconds + 1} ${inputOf(format)}`;
  const { succeeded, samples: written } = await runEngine(
    `ffmpeg -v error -nostdin -y ${input} -map 0:a:0 -af ${chain.join()} -f f32le samples`,
    bytes,
  );
  const decoded = new Float32Array(written.buffer, written.byteOffset, written.length >> 2);
  // Clipped like in players. Values that are not numbers become silence.
  const samples = decoded.map((sample) => Math.max(-1, Math.min(1, sample || 0)));
  return {
    samples,
    seconds: samples.length / speechRateHz,
    isBroken: !succeeded,
  };
}
