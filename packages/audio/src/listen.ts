import type { Loudness } from '@relato/contract/recordings/loudness';
import { inputOf, longestSeconds } from './probe.ts';
import type { Demuxer } from './detect-format.ts';
import { runEngine } from './run-engine.ts';

/** The rate that models of speech recognition take, and enough for peaks. */
export const speechRateHz = 16_000;

export interface Sound {
  /** One channel, from -1 to 1. Sample n is what players play at n / 16000 seconds. */
  readonly samples: Float32Array<ArrayBuffer>;
  readonly seconds: number;
  /** By EBU R 128, null for silence. */
  readonly loudness: Loudness | null;
  /** A part could not be decoded; what is before it is there. */
  readonly isBroken: boolean;
}

interface Hearing {
  readonly format: Demuxer;
  /** Filters that come first. */
  readonly filters?: readonly string[];
  readonly isMeasured?: boolean;
  /** Broken frames are passed over, as players do. */
  readonly isLenient?: boolean;
}

/** Returns the filters that make one channel, the mean of all. */
export const toMono = (rateHz: number): string =>
  `aresample=${rateHz}:rematrix_maxval=1,aformat=channel_layouts=mono`;

/** Decodes a recording to one channel of 16 kHz, up to a part that cannot be decoded. */
export async function listen(
  bytes: Uint8Array,
  { format, filters = [], isMeasured = false, isLenient = false }: Hearing,
): Promise<Sound> {
  const measure = isMeasured ? ['aresample=48000', 'ebur128=peak=true:framelog=verbose'] : [];
  const chain = [...filters, ...measure, toMono(speechRateHz)];
  const strictness = isLenient ? '' : '-xerror ';
  // No longer than what is refused.
  const input = `${strictness}-fflags +discardcorrupt -t ${longestSeconds + 1} ${inputOf(format)}`;
  const { succeeded, log, out } = await runEngine(
    `ffmpeg -v info -nostats -nostdin ${input} -map 0:a:0 -af ${chain.join()} -f f32le out`,
    bytes,
  );
  const decoded = out ? new Float32Array(out.buffer, out.byteOffset, out.length >> 2) : new Float32Array();
  // Limited, as players do; what is no number becomes silence.
  const samples = decoded.map((sample) => Math.max(-1, Math.min(1, sample || 0)));
  return {
    samples,
    seconds: samples.length / speechRateHz,
    loudness: isMeasured ? toLoudness(log) : null,
    isBroken: !succeeded,
  };
}

/** The quietest loudness that the standard measures. */
const silenceLufs = -70;

/** Reads the summary of the filter `ebur128`, the last lines of the log. The tags of the file are in the log before it. */
function toLoudness(log: string): Loudness | null {
  const summary = log.slice(log.lastIndexOf('\n[Parsed_ebur128'));
  const lufs = Number(/\bI:\s+(\S+) LUFS/.exec(summary)?.[1]);
  const truePeak = Number(/\bPeak:\s+(\S+) dBFS/.exec(summary)?.[1]);
  return Number.isFinite(truePeak) && lufs > silenceLufs ? { lufs, truePeak } : null;
}
