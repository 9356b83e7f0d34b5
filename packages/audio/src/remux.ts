import type { Container, RecordedCodec } from '@relato/contract/audio-formats';
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  WavOutputFormat,
  WebMOutputFormat,
  type OutputFormat,
} from 'mediabunny';
import type { DecoderConfig } from './decoder-config.ts';
import type { Packet } from './packets.ts';

/** Writes unchanged packets into a new file with a duration and an index, and without anything else of the original. */
export async function remux(
  packets: readonly Packet[],
  { container, codec, config }: { container: Container; codec: RecordedCodec; config: DecoderConfig },
): Promise<Uint8Array<ArrayBuffer>> {
  const target = new BufferTarget();
  const output = new Output({ format: formatOf(container), target });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  const { description, ...known } = config;
  const decoderConfig = description.length > 0 ? { ...known, description } : known;
  for (const { data, timestamp, duration } of packets) {
    await source.add(new EncodedPacket(data, 'key', timestamp, duration), { decoderConfig });
  }
  await output.finalize();
  if (!target.buffer) throw new Error('The copy has no bytes');
  return new Uint8Array(target.buffer);
}

/** Returns a writer of files that can be sought. */
export function formatOf(container: Container): OutputFormat {
  switch (container) {
    case 'webm':
      return new WebMOutputFormat();
    case 'mp4':
      return new Mp4OutputFormat({ fastStart: 'in-memory' });
    case 'ogg':
      return new OggOutputFormat();
    case 'mp3':
      return new Mp3OutputFormat();
    case 'wav':
      return new WavOutputFormat();
  }
}
