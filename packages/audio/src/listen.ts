import type { Loudness } from '@relato/contract/recordings/loudness';
import { inputOf, longestSeconds } from './probe.ts';
import type { Demuxer } from './detect-format.ts';
import { runEngine } from './run-engine.ts';

/** The rate for models of speech recognition, which also suffices for peaks. */
export const speechRateHz = 16_000;

export interface Sound {
  /** One channel, from -1 to 1. Players play sample n at n / 16000 seconds. */
  readonly samples: Float32Array<ArrayBuffer>;
  readonly seconds: number;
  /** The loudness by EBU R 128, or null for silence. */
  readonly loudness: Loudness | null;
  /** Whether a part was not decodable. The samples end before it. */
  readonly isBroken: boolean;
}

interface Hearing {
  readonly format: Demuxer;
  /** Filters that run first. */
  readonly filters?: readonly string[];
  readonly isMeasured?: boolean;
  /** Whether to skip broken frames like players do. */
  readonly isLenient?: boolean;
}

/** Returns the filters for one channel, the mean of all. */
export const toMono = (rateHz: number): string =>
  `aresample=${rateHz}:rematrix_maxval=1,aformat=channel_layouts=mono`;

/** Decodes a recording to one channel of 16 kHz, up to a part that is not decodable. */
export async function listen(
  bytes: Uint8Array,
  { format, filters = [], isMeasured = false, isLenient = false }: Hearing,
): Promise<Sound> {
  const measure = isMeasured ? ['aresample=48000', 'ebur128=peak=true:framelog=verbose'] : [];
  const chain = [...filters, ...measure, toMono(speechRateHz)];
  const strictness = isLenient ? '' : '-xerror ';
  // The limit is the length beyond which a recording is refused.
  const input = `${strictness}-fflags +discardcorrupt -t ${longestSeconds + 1} ${inputOf(format)}`;
  const { succeeded, log, out } = await runEngine(
    `ffmpeg -v info -nostats -nostdin ${input} -map 0:a:0 -af ${chain.join()} -f f32le out`,
    bytes,
  );
  const decoded = out ? new Float32Array(out.buffer, out.byteOffset, out.length >> 2) : new Float32Array();
  // Clipped like in players. Values that are not numbers become silence.
  const samples = decoded.map((sample) => Math.max(-1, Math.min(1, sample || 0)));
  return {
    samples,
    seconds: samples.length / speechRateHz,
    loudness: isMeasured ? toLoudness(log) : null,
    isBroken: !succeeded,
  };
}

/** The quietest loudness of the standard. */
const silenceLufs = -70;

/** Reads the summary of the filter `ebur128`, the last lines of the log. The file's own tags come earlier in the log. */
function toLoudness(log: string): Loudness | null {
  const summary = log.slice(log.lastIndexOf('\n[Parsed_ebur128'));
  const lufs = Number(/\bI:\s+(\S+) LUFS/.exec(summary)?.[1]);
  const truePeak = Number(/\bPeak:\s+(\S+) dBFS/.exec(summary)?.[1]);
  return Number.isFinite(truePeak) && lufs > silenceLufs ? { lufs, truePeak } : null;
}
