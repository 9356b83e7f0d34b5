import { energyOf, toPeaks } from '@relato/contract/recordings/waveform';
import { recorderRunningText } from '../../../messages/recordings/running.ts';
import { windowMs } from '../capture/level-meter.ts';

/** Playback of a recording that is not on the server yet. */
interface Playback {
  /** A `blob:` address; the caller revokes it. */
  readonly src: string;
  /** The name of the file for a download. */
  readonly fileName: string;
  /** Measured only if the sound had to be decoded. */
  readonly peaks: readonly number[] | null;
}

/** Enough for a voice, with half the bytes of 48 kHz. */
const sampleRateHz = 24_000;

/**
 * WebKit records AAC in fragments, which it then plays as one second long and cannot seek. The server cannot decode
 * AAC, so its peaks are measured here too. Opus needs neither.
 */
export const needsDecoding = (mimeType: string): boolean =>
  mimeType.startsWith('audio/mp4') && !mimeType.includes('opus');

/** Plays the recorder's output as it is, unless it must be decoded. If decoding fails, the original is played. */
export async function preparePlayback(sound: Blob): Promise<Playback> {
  if (needsDecoding(sound.type)) {
    try {
      return await decode(sound);
    } catch (error) {
      console.warn('The recording could not be decoded here', error);
    }
  }
  return { ...toFile(sound), peaks: null };
}

/** A memo that was imported may have any type: an iPhone says `audio/x-m4a` of its own. */
export function toExtension(mimeType: string): string {
  const name = /^(?:audio|application)\/(?:x-)?(\w+)/.exec(mimeType)?.[1];
  if (name === 'mpeg') return 'mp3';
  return name === undefined || name === 'octet' ? 'webm' : name;
}

const toFile = (sound: Blob): Pick<Playback, 'src' | 'fileName'> => ({
  src: URL.createObjectURL(sound),
  fileName: `${recorderRunningText.fileName}.${toExtension(sound.type)}`,
});

async function decode(sound: Blob): Promise<Playback> {
  const context = new OfflineAudioContext(1, 1, sampleRateHz);
  const decoded = await context.decodeAudioData(await sound.arrayBuffer());
  const samples = decoded.getChannelData(0);
  const windowSize = Math.round((sampleRateHz * windowMs) / 1000);
  const energies: number[] = [];
  for (let start = 0; start < samples.length; start += windowSize) {
    energies.push(energyOf(samples, start, Math.min(start + windowSize, samples.length)));
  }
  return { ...toFile(toWav(samples, sampleRateHz)), peaks: toPeaks(energies) };
}

const headerBytes = 44;
const bytesPerSample = 2;

/** Encodes samples from -1 to 1 as a mono 16-bit WAV file, which every browser plays and seeks exactly. */
export function toWav(samples: Float32Array, sampleRateHz: number): Blob {
  const dataBytes = samples.length * bytesPerSample;
  const view = new DataView(new ArrayBuffer(headerBytes + dataBytes));
  const writeText = (offset: number, text: string) => {
    for (let index = 0; index < text.length; index += 1)
      view.setUint8(offset + index, text.charCodeAt(index));
  };
  writeText(0, 'RIFF');
  view.setUint32(4, headerBytes - 8 + dataBytes, true);
  writeText(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRateHz, true);
  view.setUint32(28, sampleRateHz * bytesPerSample, true);
  view.setUint16(32, bytesPerSample, true);
  view.setUint16(34, bytesPerSample * 8, true);
  writeText(36, 'data');
  view.setUint32(40, dataBytes, true);
  for (const [index, sample] of samples.entries()) {
    const clamped = Math.max(-1, Math.min(1, sample));
    view.setInt16(headerBytes + index * bytesPerSample, Math.round(clamped * 32_767), true);
  }
  return new Blob([view.buffer], { type: 'audio/wav' });
}
