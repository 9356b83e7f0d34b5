import type { Loudness } from '@relato/contract/recordings/loudness';
import { requireFormat } from './detect-format.ts';
import { inputOf, longestSeconds } from './probe.ts';
import { answerRefusals, Refusal, type Verdict } from './refusal.ts';
import { runEngine } from './run-engine.ts';

export type MeasuredLoudness = Verdict<{
  /** By EBU R 128, or null for silence. */
  readonly loudness: Loudness | null;
}>;

/**
 * Measures the loudness of a recording behind the `filters`. Broken parts are skipped, like players do. Every fault of the
 * bytes is a result, so an exception is a bug.
 */
export const measureBytes = (bytes: Uint8Array, filters: readonly string[] = []): Promise<MeasuredLoudness> =>
  answerRefusals(async () => {
    const input = `-fflags +discardcorrupt -t ${longestSeconds + 1} ${inputOf(requireFormat(bytes))}`;
    const chain = [...filters, 'aresample=48000', 'ebur128=peak=true:framelog=verbose'];
    const { log } = await runEngine(
      `ffmpeg -v info -nostats -nostdin ${input} -map 0:a:0 -af ${chain.join()} -c:a pcm_f32le -f null -`,
      bytes,
    );
    return { ok: true, loudness: toLoudness(log) };
  });

/** The quietest loudness of the standard. */
const silenceLufs = -70;

/**
 * Reads the summary of the filter `ebur128`, the last lines of the log. The file's own tags come earlier in the log. Throws
 * Refusal without a summary.
 */
function toLoudness(log: string): Loudness | null {
  const start = log.lastIndexOf('\n[Parsed_ebur128');
  if (start === -1) throw new Refusal('AUDIO_UNDECODABLE', { cause: log });
  const summary = log.slice(start);
  const lufs = Number(/\bI:\s+(\S+) LUFS/.exec(summary)?.[1]);
  const truePeak = Number(/\bPeak:\s+(\S+) dBFS/.exec(summary)?.[1]);
  return Number.isFinite(truePeak) && lufs > silenceLufs ? { lufs, truePeak } : null;
}
