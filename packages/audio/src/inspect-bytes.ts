import { audioFormats, type Container, type RecordedCodec } from '@relato/contract/audio-formats';
import { limits } from '@relato/contract/limits';
import { toPeaks } from '@relato/contract/recordings/peaks';
import { checkAac } from './aac-syntax.ts';
import { energiesOfWav } from './containers/wav.ts';
import type { DecoderConfig } from './decoder-config.ts';
import type { Inspection } from './inspection-result.ts';
import { decodeOpus } from './opus.ts';
import { layOutPackets, type Packet } from './packets.ts';
import { refuseOnError, Refusal } from './refusal.ts';
import { remux } from './remux.ts';
import { readTrack, requireContainer } from './detect-container.ts';

/** Inspects a recording; keeps the process busy. Every fault of the bytes is a result, so an exception is a bug. */
export async function inspectBytes(bytes: Uint8Array): Promise<Inspection> {
  try {
    if (bytes.length === 0) throw new Refusal('AUDIO_EMPTY');
    if (bytes.length > limits.recording.maxBytes) throw new Refusal('AUDIO_TOO_BIG');
    const container = requireContainer(bytes);
    const { codec, config, packets, durationSeconds } = await refuseOnError(() =>
      readRecording(bytes, container),
    );
    const energies = await energiesOf(codec, config, packets);
    return {
      ok: true,
      container,
      codec,
      durationMs: Math.round(durationSeconds * 1000),
      mimeType: audioFormats[container].mimeType,
      playback: await refuseOnError(() => remux(packets, { container, codec, config })),
      peaks: energies && toPeaks(energies),
    };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.reason };
    throw error;
  }
}

async function readRecording(bytes: Uint8Array, container: Container) {
  const track = readTrack(bytes, container);
  return { codec: track.codec, config: track.config, ...layOutPackets(track, bytes.length) };
}

/**
 * Parses every packet like a decoder and returns the energies of its samples, or null for a codec that is not decoded here.
 * Throws Refusal for a broken packet.
 */
async function energiesOf(
  codec: RecordedCodec,
  { numberOfChannels, sampleRate }: DecoderConfig,
  packets: readonly Packet[],
): Promise<readonly number[] | null> {
  const units = packets.map(({ data }) => data);
  if (codec === 'opus') return decodeOpus(units, numberOfChannels);
  if (codec === 'pcm-s16') return energiesOfWav(units);
  if (codec === 'aac') await checkAac(units, sampleRate);
  return null;
}
