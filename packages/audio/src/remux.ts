import {
  BufferTarget,
  EncodedAudioPacketSource,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  WebMOutputFormat,
  type AudioCodec,
  type EncodedPacket,
  type InputAudioTrack,
  type OutputFormat,
} from 'mediabunny';
import type { Container } from './structure.ts';

/** Packets as they are, in a new file: with its duration and its index in front, and nothing else of the old one. */
export async function remux(
  track: InputAudioTrack,
  container: Container,
  codec: AudioCodec,
  packets: readonly EncodedPacket[],
  durationMs: number,
): Promise<{ readonly playback: Uint8Array; readonly mimeType: string }> {
  const target = new BufferTarget();
  const output = new Output({ format: formatOf(container), target });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  const decoderConfig = await track.getDecoderConfig();
  const meta = decoderConfig && 'sampleRate' in decoderConfig ? { decoderConfig } : undefined;
  for (const [index, packet] of packets.entries()) {
    const next = packets[index + 1];
    const end = next ? next.timestamp : durationMs / 1000;
    const duration = Math.max(packet.duration, end - packet.timestamp, 0);
    await source.add(packet.duration > 0 ? packet : packet.clone({ duration }), meta);
  }
  await output.finalize();
  if (!target.buffer) throw new Error('The copy has no bytes');
  return { playback: new Uint8Array(target.buffer), mimeType: mimeTypeOf(container) };
}

function formatOf(container: Container): OutputFormat {
  switch (container) {
    case 'webm':
      return new WebMOutputFormat();
    case 'mp4':
      return new Mp4OutputFormat({ fastStart: 'in-memory' });
    case 'ogg':
      return new OggOutputFormat();
    case 'mp3':
      return new Mp3OutputFormat();
  }
}

const mimeTypeOf = (container: Container): string =>
  container === 'mp3' ? 'audio/mpeg' : `audio/${container}`;
