import { OpusDecoder } from 'opus-decoder';
import { refuseOnError, Refusal } from './refusal.ts';

/** The number of packets that are decoded at once, which limits the memory for samples. */
const batchSize = 250;
const maxPacketSeconds = 0.12;

/**
 * Returns the duration of a packet in seconds (RFC 6716, section 3.1). Its first byte gives the length of a frame and, in
 * its last two bits, the number of frames. Throws Refusal for a packet that no decoder accepts.
 */
export function opusPacketSeconds(packet: Uint8Array): number {
  const [first, second = 0] = packet;
  if (first === undefined) throw new Refusal('AUDIO_UNDECODABLE');
  const frames = (first & 3) === 3 ? second & 0x3f : (first & 3) === 0 ? 1 : 2;
  const seconds = (frames * opusFrameMs(first >> 3)) / 1000;
  if (frames === 0 || seconds > maxPacketSeconds) throw new Refusal('AUDIO_UNDECODABLE');
  return seconds;
}

/** Returns the length of a frame by RFC 6716, table 2: SILK, hybrid, CELT. */
function opusFrameMs(configuration: number): number {
  if (configuration < 12) return [10, 20, 40, 60][configuration % 4] ?? 0;
  if (configuration < 16) return [10, 20][configuration % 2] ?? 0;
  return [2.5, 5, 10, 20][configuration % 4] ?? 0;
}

/** Returns the number of samples that decoders drop at the start, by an OpusHead (RFC 7845, section 5.1). */
export const opusPreSkip = (head: Uint8Array): number =>
  new DataView(head.buffer, head.byteOffset, head.byteLength).getUint16(10, true);

/**
 * The samples that are asked of the decoder, which reads every bit of a packet for each of them. Two channels of 48 kHz are not
 * among them: there opus-decoder 0.7 overruns its memory if a recording changes between SILK and CELT.
 */
export type OpusOutput =
  | { readonly rateHz: 16_000; readonly channels: number }
  | { readonly rateHz: 48_000; readonly channels: 1 };

/** Decodes packets to samples of each channel. Throws Refusal for a broken packet. */
export async function* decodeOpus(
  packets: readonly Uint8Array[],
  { rateHz, channels }: OpusOutput,
): AsyncGenerator<readonly Float32Array[]> {
  const decoder = new OpusDecoder({
    channels,
    sampleRate: rateHz,
    streamCount: 1,
    coupledStreamCount: channels - 1,
    channelMappingTable: [0, 1].slice(0, channels),
  });
  await decoder.ready;
  try {
    for (let first = 0; first < packets.length; first += batchSize) {
      const batch = packets.slice(first, first + batchSize);
      const seconds = batch.reduce((sum, packet) => sum + opusPacketSeconds(packet), 0);
      const { channelData, samplesDecoded } = await refuseOnError(async () => decoder.decodeFrames(batch));
      // A broken packet yields no samples.
      if (samplesDecoded !== Math.round(seconds * rateHz)) throw new Refusal('AUDIO_UNDECODABLE');
      yield channelData.map((channel) => channel.subarray(0, samplesDecoded));
    }
  } finally {
    decoder.free();
  }
}
