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
 * The container that the first bytes announce, once all bytes have been found to be made of its pieces. A recorder
 * that stops, or a recording that is salvaged after a crash, ends between two pieces; a transfer that broke ends
 * anywhere, and is refused as AUDIO_TRUNCATED. What lies before, between or behind the pieces is no audio: a web page
 * or an archive that also passes for a recording is refused as AUDIO_NOT_AUDIO.
 */
export function requireContainer(bytes: Uint8Array): Container {
  const container = containerOf(bytes);
  if (!container) throw new Refusal('AUDIO_NOT_AUDIO');
  containers[container].check(bytes);
  return container;
}

/** The sound in a container, in time that grows with the bytes alone. Throws a Refusal, also while it is drawn from. */
export const readTrack = (bytes: Uint8Array, container: Container): Track =>
  containers[container].read(bytes);

function containerOf(bytes: Uint8Array): Container | null {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  if (head.startsWith('\u001aE\u00df\u00a3')) return 'webm';
  if (head.startsWith('OggS')) return 'ogg';
  if (head.startsWith('ftyp', 4)) return 'mp4';
  if (isWav(bytes)) return 'wav';
  // Eleven set bits begin a frame of MPEG audio.
  if (head.startsWith('ID3') || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0)) return 'mp3';
  return null;
}
