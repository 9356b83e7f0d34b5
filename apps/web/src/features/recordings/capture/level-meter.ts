import { energyOf } from '@relato/contract/recordings/rules';
import type { RecordingClock } from './recording-time.ts';

export interface LevelMeter {
  /** How loud it is now, from 0 to 1 as an ear hears it. */
  readonly readLevel: () => number;
  /** The energy of each window of `windowMs` that was recorded. */
  readonly energies: readonly number[];
  readonly stop: () => void;
}

const doNothing = (): void => undefined;

export const windowMs = 50;
const quietDb = -48;
const loudDb = -8;

/** From silence to a raised voice, in equal steps of loudness. */
export function toLevel(energy: number): number {
  const db = 10 * Math.log10(Math.max(energy, 1e-10));
  return Math.min(Math.max((db - quietDb) / (loudDb - quietDb), 0), 1);
}

/** How often a context that the browser stopped is asked to go on, in windows. */
const windowsPerAttempt = 20;

/**
 * Listens to a stream beside its recorder, for as long as the clock runs. A browser that cannot hears nothing, and
 * records all the same.
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
  // A call stops it, and not every browser lets it go on by itself afterwards.
  const wake = () => {
    if (context.state !== 'running' && context.state !== 'closed') void context.resume().catch(doNothing);
  };
  context.addEventListener('statechange', wake);
  wake();
  const samples = new Float32Array(analyser.fftSize);

  const timer = setInterval(() => {
    // A hidden page ticks seldom: a window for each that passed keeps the picture in step with the sound.
    const windows = Math.floor(clock.recordedMs / windowMs);
    if (energies.length >= windows) return;
    // The analyser of a context that stands still repeats the last that it heard.
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
