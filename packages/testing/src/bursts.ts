/** The starts of the bursts of 1 kHz, 20 ms long, in the fixtures `bursts.*`, which FFmpeg encoded from one WAV file. */
export const burstSeconds = [0.25, 1, 2.5] as const;
const burstHz = 1_000;
const burstLengthSeconds = 0.02;
const searchSeconds = 0.15;

/** Returns the delay of a burst against `seconds` in milliseconds, at the maximum of its tone. */
export function measureDelayMs(samples: Float32Array, rateHz: number, seconds: number): number {
  const length = Math.round(burstLengthSeconds * rateHz);
  const angles = Array.from({ length }, (_, index) => (2 * Math.PI * burstHz * index) / rateHz);
  const [cosines, sines] = [Float64Array.from(angles, Math.cos), Float64Array.from(angles, Math.sin)];
  const strengthAt = (from: number) => {
    let real = 0;
    let imaginary = 0;
    for (let index = 0; index < length; index += 1) {
      const sample = samples[from + index] ?? 0;
      real += sample * (cosines[index] ?? 0);
      imaginary += sample * (sines[index] ?? 0);
    }
    return Math.hypot(real, imaginary) / length;
  };
  const first = Math.round((seconds - searchSeconds) * rateHz);
  const last = Math.round((seconds + searchSeconds) * rateHz);
  let best = first;
  let strongest = 0;
  for (let from = first; from <= last; from += 1) {
    const strength = strengthAt(from);
    if (strength > strongest) [best, strongest] = [from, strength];
  }
  if (strongest < 0.1) throw new Error(`There is no burst at ${seconds} s`);
  return (best / rateHz - seconds) * 1000;
}
