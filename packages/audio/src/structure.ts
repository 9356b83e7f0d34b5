import { checkMp3 } from './containers/mp3.ts';
import { checkMp4 } from './containers/mp4.ts';
import { checkOgg } from './containers/ogg.ts';
import { checkWebm } from './containers/webm.ts';
import { Refusal } from './refusal.ts';

export type Container = 'webm' | 'mp4' | 'ogg' | 'mp3';

const checks: Record<Container, (bytes: Uint8Array) => void> = {
  webm: checkWebm,
  mp4: checkMp4,
  ogg: checkOgg,
  mp3: checkMp3,
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
  checks[container](bytes);
  return container;
}

function containerOf(bytes: Uint8Array): Container | null {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  if (head.startsWith('\u001aE\u00df\u00a3')) return 'webm';
  if (head.startsWith('OggS')) return 'ogg';
  if (head.startsWith('ftyp', 4)) return 'mp4';
  // Eleven set bits begin a frame of MPEG audio.
  if (head.startsWith('ID3') || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0)) return 'mp3';
  return null;
}
