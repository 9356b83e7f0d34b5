import { share } from '@relato/contract/recordings/share-target';
import { withTimeout } from '../../../lib/with-timeout.ts';

const metadataTimeoutMs = 3_000;

/** Returns the duration that the browser reads; null if it cannot, or not in time. */
export async function measureDurationMs(file: Blob): Promise<number | null> {
  const audio = new Audio();
  const src = URL.createObjectURL(file);
  const read = new Promise<number>((resolve, reject) => {
    audio.addEventListener('loadedmetadata', () => resolve(audio.duration * 1000));
    audio.addEventListener('error', () => reject(new Error('unreadable')));
  });
  audio.preload = 'metadata';
  audio.src = src;
  try {
    const durationMs = await withTimeout(metadataTimeoutMs, read);
    // Recordings that a browser made have no duration in their header.
    return Number.isFinite(durationMs) ? durationMs : null;
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(src);
  }
}

/** Returns the file that the service worker keeps for the recorder; null without one. */
export async function readSharedFile(): Promise<File | null> {
  if (!('caches' in globalThis)) return null;
  const cache = await caches.open(share.cache);
  const kept = await cache.match(share.address);
  if (!kept) return null;
  const sound = await kept.blob();
  const name = decodeURIComponent(kept.headers.get(share.nameHeader) ?? '');
  return new File([sound], name, { type: kept.headers.get('content-type') ?? '' });
}

/** Removes it, once it is stored as a recording or cannot be one. */
export async function forgetSharedFile(): Promise<void> {
  const cache = await caches.open(share.cache);
  await cache.delete(share.address);
}
