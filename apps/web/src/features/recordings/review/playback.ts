import { energyOf, toPeaks } from '@relato/contract/recordings/waveform';
import { recorderRunningText } from '../../../messages/recordings/running.ts';
import { windowMs } from '../capture/level-meter.ts';
import { decodeVoice, voiceRateHz } from './decode-voice.ts';
import { toWav } from './to-wav.ts';

/** Playback of a recording that is not on the server yet. */
interface Playback {
  /** A `blob:` address; the caller revokes it. */
  readonly src: string;
  /** The name of the file for a download. */
  readonly fileName: string;
  /** Measured only for a recording that had to be decoded. */
  readonly peaks: readonly number[] | null;
}

/**
 * WebKit records AAC in fragments, which it then plays as one second long and cannot seek. The server cannot decode
 * AAC, so its peaks are measured here too. Opus needs neither.
 */
export const needsDecoding = (mimeType: string): boolean =>
  mimeType.startsWith('audio/mp4') && !mimeType.includes('opus');

/** Prepares the recording for playback, and decodes it if necessary. If decoding fails, the original is played. */
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

/** Returns the file extension. An imported file may have any type; iPhones use `audio/x-m4a` and `video/quicktime`. */
export function toExtension(mimeType: string): string {
  const name = /^(?:audio|video|application)\/(?:x-)?(\w+)/.exec(mimeType)?.[1];
  if (mimeType.startsWith('audio/mpeg')) return 'mp3';
  return name === undefined || name === 'octet' ? 'webm' : (extensions[name] ?? name);
}

const extensions: Readonly<Record<string, string>> = {
  quicktime: 'mov',
  matroska: 'mkv',
  msvideo: 'avi',
  ms: 'wmv',
};

const toFile = (sound: Blob): Pick<Playback, 'src' | 'fileName'> => ({
  src: URL.createObjectURL(sound),
  fileName: `${recorderRunningText.fileName}.${toExtension(sound.type)}`,
});

async function decode(sound: Blob): Promise<Playback> {
  const samples = await decodeVoice(sound);
  const windowSize = Math.round((voiceRateHz * windowMs) / 1000);
  const energies: number[] = [];
  for (let start = 0; start < samples.length; start += windowSize) {
    energies.push(energyOf(samples, start, Math.min(start + windowSize, samples.length)));
  }
  return { ...toFile(toWav(samples, voiceRateHz)), peaks: toPeaks(energies) };
}
