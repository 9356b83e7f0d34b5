import { energyOf } from '@relato/contract/recordings/waveform';
import type { RecordingClock } from './recording-time.ts';

export interface LevelMeter {
  /** The current loudness, from 0 to 1, as perceived. */
  readonly readLevel: () => number;
  /** The energy of each recorded window of `windowMs`. */
  readonly energies: readonly number[];
  readonly stop: () => void;
}

const doNothing = (): void => undefined;

export const windowMs = 50;
const quietDb = -48;
const loudDb = -8;

/** Maps energy to 0 (silence) to 1 (a raised voice), in equal steps of loudness. */
export function toLevel(energy: number): number {
  const db = 10 * Math.log10(Math.max(energy, 1e-10));
  return Math.min(Math.max((db - quietDb) / (loudDb - quietDb), 0), 1);
}

/** How often a suspended context is resumed, in windows. */
const windowsPerAttempt = 20;

/**
 * Meters a stream beside its recorder, while the clock runs. Where the browser cannot meter, the level is 0 and
 * recording continues.
 */
export function startLevelMeter(stream: MediaStream, clock: RecordingClock): LevelMeter {
  const energies: number[] = [];
  let context: AudioContext | undefined;
  try {
    context = new AudioContext();
    return listen(stream, clock, context, energies);
  } catch (error) {
    console.warn('The level of the voice cannot be shown', error);
    void context?.close();
    return { readLevel: () => 0, energies, stop: () => undefined };
  }
}

function listen(
  stream: MediaStream,
  clock: RecordingClock,
  context: AudioContext,
  energies: number[],
): LevelMeter {
  const analyser = context.createAnalyser();
  analyser.fftSize = 2048;
  context.createMediaStreamSource(stream).connect(analyser);
  // A call suspends the context, and not every browser resumes it afterwards.
  const wake = () => {
    if (context.state !== 'running' && context.state !== 'closed') void context.resume().catch(doNothing);
  };
  context.addEventListener('statechange', wake);
  wake();
  const samples = new Float32Array(analyser.fftSize);

  const timer = setInterval(() => {
    // Timers of a hidden page fire rarely: one value for each elapsed window keeps the picture in step with the sound.
    const windows = Math.floor(clock.recordedMs / windowMs);
    if (energies.length >= windows) return;
    // The analyser of a suspended context repeats its last values.
    const isHeard = context.state === 'running';
    if (isHeard) analyser.getFloatTimeDomainData(samples);
    else if (windows % windowsPerAttempt === 0) wake();
    const energy = isHeard ? energyOf(samples, 0, samples.length) : 0;
    while (energies.length < windows) energies.push(energy);
  }, windowMs);

  return {
    readLevel: () => (clock.isRunning ? toLevel(energies.at(-1) ?? 0) : 0),
    energies,
    stop: () => {
      clearInterval(timer);
      context.removeEventListener('statechange', wake);
      void context.close();
    },
  };
}
