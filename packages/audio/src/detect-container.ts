import type { Container } from '@relato/contract/audio-formats';
import { checkMp3, readMp3 } from './containers/mp3.ts';
import { checkMp4, readMp4 } from './containers/mp4.ts';
import { checkOgg, readOgg } from './containers/ogg.ts';
import type { Track } from './containers/track.ts';
import { checkWav, isWav, readWav } from './containers/wav.ts';
import { checkWebm, readWebm } from './containers/webm.ts';
import { Refusal } from './refusal.ts';

const containers: Record<
  Container,
  { readonly check: (bytes: Uint8Array) => void; readonly read: (bytes: Uint8Array) => Track }
> = {
  webm: { check: checkWebm, read: readWebm },
  mp4: { check: checkMp4, read: readMp4 },
  ogg: { check: checkOgg, read: readOgg },
  mp3: { check: checkMp3, read: readMp3 },
  wav: { check: checkWav, read: readWav },
};

/**
 * Returns the container that the first bytes announce, after checking that all bytes consist of its elements. A stopped
 * recorder, or a recording that was saved after a crash, ends between two elements; an interrupted transfer ends anywhere
 * and is refused as AUDIO_TRUNCATED. Bytes before, between or after the elements are no audio: a web page or an archive
 * that also passes for a recording is refused as AUDIO_NOT_AUDIO. Throws Refusal.
 */
export function requireContainer(bytes: Uint8Array): Container {
  const container = containerOf(bytes);
  if (!container) throw new Refusal('AUDIO_NOT_AUDIO');
  containers[container].check(bytes);
  return container;
}

/** Reads the track of a container, in linear time. Throws Refusal, also while its samples are iterated. */
export const readTrack = (bytes: Uint8Array, container: Container): Track =>
  containers[container].read(bytes);

function containerOf(bytes: Uint8Array): Container | null {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  if (head.startsWith('\u001aE\u00df\u00a3')) return 'webm';
  if (head.startsWith('OggS')) return 'ogg';
  if (head.startsWith('ftyp', 4)) return 'mp4';
  if (isWav(bytes)) return 'wav';
  // A frame of MPEG audio starts with eleven set bits.
  if (head.startsWith('ID3') || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0)) return 'mp3';
  return null;
}
