import type { Container } from '@relato/contract/audio-formats';
import { limits } from '@relato/contract/limits';
import { readTrack, requireContainer } from './detect-container.ts';
import type { Track } from './containers/track.ts';
import { layOutPackets, type PacketSequence } from './packets.ts';
import { refuseOnError, Refusal } from './refusal.ts';

export interface Recording extends Pick<Track, 'codec' | 'config'>, PacketSequence {
  readonly container: Container;
}

/** Reads a recording and lays its packets end to end. Throws Refusal. */
export async function readRecording(bytes: Uint8Array): Promise<Recording> {
  if (bytes.length === 0) throw new Refusal('AUDIO_EMPTY');
  if (bytes.length > limits.recording.maxBytes) throw new Refusal('AUDIO_TOO_BIG');
  const container = requireContainer(bytes);
  return refuseOnError(async () => {
    const track = readTrack(bytes, container);
    return { container, codec: track.codec, config: track.config, ...layOutPackets(track, bytes.length) };
  });
}
