/** The sample rate for engines, in samples per second. */
export const sampleRate = 16_000;

/** The length of one value of a loudness curve. */
export const frameMs = 20;
const frameLength = (sampleRate * frameMs) / 1000;

/** Below −60 dB of full scale a recording is silent. */
const silence = 0.001;
/** Sound that is thirty dB below the loud parts of a recording is not the speaker. */
const quietRatio = 0.03;

/** The loudness over time, as the root mean square of each 20 ms. */
export type Loudness = Float32Array;

export function toLoudness(samples: Float32Array): Loudness {
  const loudness = new Float32Array(Math.ceil(samples.length / frameLength));
  for (let frame = 0; frame < loudness.length; frame += 1) {
    const start = frame * frameLength;
    const end = Math.min(start + frameLength, samples.length);
    let sum = 0;
    for (let i = start; i < end; i += 1) sum += (samples[i] ?? 0) ** 2;
    // A sample that is not a number counts as silence.
    loudness[frame] = Math.sqrt(sum / (end - start)) || 0;
  }
  return loudness;
}

/** Returns the loudness from which a recording has sound: above silence, and above quiet sounds beside its speech. */
export function soundLevel(loudness: Loudness): number {
  const loud = loudness.toSorted()[Math.floor(loudness.length * 0.95)] ?? 0;
  return Math.max(silence, loud * quietRatio);
}

/** Returns whether everything in this stretch of time is quieter than `level`. */
export const isQuiet = (
  loudness: Loudness,
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
  level: number,
): boolean => loudness.subarray(toFrame(startMs), toFrame(endMs) + 1).every((value) => value < level);

const toFrame = (ms: number): number => Math.max(0, Math.floor(ms / frameMs));
