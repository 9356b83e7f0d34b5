import { energyOf } from '@relato/contract/peaks';

export interface LevelMeter {
  /** How loud it is now, from 0 to 1 as an ear hears it. */
  readonly readLevel: () => number;
  /** The energy of each window of `windowMs` since the beginning. */
  readonly energies: readonly number[];
  readonly stop: () => void;
}

export const windowMs = 50;
const quietDb = -48;
const loudDb = -8;

/** From silence to a raised voice, in equal steps of loudness. */
export function toLevel(energy: number): number {
  const db = 10 * Math.log10(Math.max(energy, 1e-10));
  return Math.min(Math.max((db - quietDb) / (loudDb - quietDb), 0), 1);
}

/** Listens to a stream beside its recorder. A browser that cannot hears nothing, and records all the same. */
export function startLevelMeter(stream: MediaStream): LevelMeter {
  const energies: number[] = [];
  try {
    return listen(stream, energies);
  } catch (error) {
    console.warn('The level of the voice cannot be shown', error);
    return { readLevel: () => 0, energies, stop: () => undefined };
  }
}

function listen(stream: MediaStream, energies: number[]): LevelMeter {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 2048;
  context.createMediaStreamSource(stream).connect(analyser);
  void context.resume();
  const samples = new Float32Array(analyser.fftSize);
  const startedAtMs = performance.now();

  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    const energy = energyOf(samples, 0, samples.length);
    // A hidden page ticks seldom: a window for each that passed keeps the picture in step with the sound.
    const windows = Math.floor((performance.now() - startedAtMs) / windowMs);
    do energies.push(energy);
    while (energies.length < windows);
  }, windowMs);

  return {
    readLevel: () => toLevel(energies.at(-1) ?? 0),
    energies,
    stop: () => {
      clearInterval(timer);
      void context.close();
    },
  };
}
