import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';

/** Returns the duration in milliseconds by the packets, or null if `bytes` are not audio. */
export async function measureDurationMs(bytes: Uint8Array<ArrayBuffer>): Promise<number | null> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  try {
    const track = await input.getPrimaryAudioTrack();
    return track ? (await track.computeDuration()) * 1000 : null;
  } catch {
    return null;
  } finally {
    input.dispose();
  }
}
