import { limits } from '@relato/contract/limits';
import { energyOf, toPeaks } from '@relato/contract/recordings/waveform';
import type { Span } from '@relato/contract/transcription/types';
import { fetchWithTimeout } from '../../../lib/calls/fetch-with-timeout.ts';

export const clipSampleRate = 48_000;
/** A part may begin and end in the middle of a wave, which would click without a fade. */
const fadeMs = 15;
const windowsPerPeak = 4;

const toSample = (ms: number): number => Math.round((ms / 1_000) * clipSampleRate);

/** Loads and decodes a recording. Rejects if it does not arrive in time, or if the browser cannot read it. */
export async function loadRecording(audioUrl: string, signal: AbortSignal): Promise<AudioBuffer> {
  const response = await fetchWithTimeout(audioUrl, { signal, timeoutMs: limits.clip.loadTimeoutMs });
  if (!response.ok) throw new Error(`The recording could not be loaded: ${response.status}`);
  // The context only sets the rate of the decoding.
  return new OfflineAudioContext(1, 1, clipSampleRate).decodeAudioData(await response.arrayBuffer());
}

type Decoded = Pick<AudioBuffer, 'numberOfChannels' | 'getChannelData'>;

/** Returns a part of a recording as one channel, with the gain of the story. */
export function cutSound(
  decoded: Decoded,
  { startMs, endMs }: Span,
  gainDb: number,
): Float32Array<ArrayBuffer> {
  const [start, end] = [toSample(startMs), toSample(endMs)];
  const sound = new Float32Array(end - start);
  const share = 10 ** (gainDb / 20) / decoded.numberOfChannels;
  for (let channel = 0; channel < decoded.numberOfChannels; channel += 1) {
    const part = decoded.getChannelData(channel).subarray(start, end);
    for (const [index, value] of part.entries()) sound[index] = (sound[index] ?? 0) + value * share;
  }
  fade(sound, Math.min(toSample(fadeMs), Math.floor(sound.length / 2)));
  return sound;
}

function fade(sound: Float32Array, length: number): void {
  for (let index = 0; index < length; index += 1) {
    const end = sound.length - 1 - index;
    sound[index] = (sound[index] ?? 0) * (index / length);
    sound[end] = (sound[end] ?? 0) * (index / length);
  }
}

/** Returns the loudness of the slices of a part, because the stored peaks of the whole recording are too few for it. */
export function toSoundPeaks(sound: Float32Array): readonly number[] {
  const count = limits.recording.peaks * windowsPerPeak;
  const at = (window: number): number => Math.floor((window * sound.length) / count);
  return toPeaks(Array.from({ length: count }, (_, window) => energyOf(sound, at(window), at(window + 1))));
}
