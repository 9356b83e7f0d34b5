import { MPEGDecoder } from 'mpg123-decoder';
import type { Packet } from './packets.ts';

/**
 * Decodes frames to samples of each channel. A broken frame yields noise or silence of its duration, because players pass
 * over it too.
 */
export async function* decodeMp3(
  frames: readonly Packet[],
  { numberOfChannels, sampleRate }: { readonly numberOfChannels: number; readonly sampleRate: number },
): AsyncGenerator<readonly Float32Array[]> {
  // The header with the delays of the encoder is not among the frames, nor in the copy that is played: both are heard.
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    for (const { data, duration } of frames) {
      const samples = Math.round(duration * sampleRate);
      const { channelData } = decoder.decode(data);
      yield channelData.slice(0, numberOfChannels).map((channel) => toLength(channel, samples));
    }
  } finally {
    decoder.free();
  }
}

function toLength(channel: Float32Array, length: number): Float32Array {
  const samples = new Float32Array(length);
  samples.set(channel.subarray(0, length));
  return samples;
}
