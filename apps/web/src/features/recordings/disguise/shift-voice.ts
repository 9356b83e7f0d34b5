import { voiceRateHz } from '../review/decode-voice.ts';
import { openProcessor, quantum } from './worklet-scope.ts';
import 'signalsmith-stretch';
import type { VoiceShift } from './draw-voice.ts';

/** The number of progress reports. */
const reports = 100;

/**
 * Returns a voice with another pitch and other formants. The duration and the times of the words stay the same. `samples`
 * are those of one channel at `voiceRateHz`.
 */
export async function shiftVoice(
  samples: Float32Array,
  { pitch, formants }: VoiceShift,
  onProgress: (ratio: number) => void = () => undefined,
): Promise<Float32Array<ArrayBuffer>> {
  const { processor, call } = await openProcessor();
  await call('schedule', {
    active: true,
    semitones: pitch,
    formantSemitones: formants,
    // Keeps the formants where they are when the pitch moves.
    formantCompensation: true,
  });
  // The output lags the input by the latency of the processor, which is given in seconds.
  const late = Math.round(Number(await call('latency')) * voiceRateHz);
  const shifted = new Float32Array(Math.ceil((late + samples.length) / quantum) * quantum);
  const reportEvery = Math.ceil(shifted.length / quantum / reports) * quantum;
  for (let start = 0; start < shifted.length; start += quantum) {
    const input = new Float32Array(quantum);
    input.set(samples.subarray(start, start + quantum));
    processor.process([[input]], [[shifted.subarray(start, start + quantum)]]);
    if (start % reportEvery === 0) onProgress(start / shifted.length);
  }
  return limitPeak(shifted.slice(late, late + samples.length));
}

/** Scales the samples in place, because a shifted voice may exceed the range of a file. */
function limitPeak(samples: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  const peak = measurePeak(samples);
  if (peak > 1) for (const [index, value] of samples.entries()) samples[index] = value / peak;
  return samples;
}

export function measurePeak(samples: Float32Array): number {
  let peak = 0;
  for (const value of samples) peak = Math.max(peak, Math.abs(value));
  return peak;
}
