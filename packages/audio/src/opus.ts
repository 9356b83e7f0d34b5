import { createPeakMeter } from '@relato/contract/peaks';
import { OpusDecoder } from 'opus-decoder';

const sampleRateHz = 48_000;
/** About 20 ms of work between two pauses in which the process answers others. */
const batchSize = 250;

export interface DecodedOpus {
  readonly durationMs: number;
  readonly peaks: readonly number[];
}

/** Decodes every packet; null when one of them is broken. `maxDurationMs` bounds the work on what claims to be short. */
export async function decodeOpus(
  packets: readonly Uint8Array[],
  options: { readonly channels: number; readonly claimedDurationMs: number; readonly maxDurationMs: number },
): Promise<DecodedOpus | null> {
  const { channels, claimedDurationMs, maxDurationMs } = options;
  const decoder = new OpusDecoder({
    channels,
    streamCount: 1,
    coupledStreamCount: channels - 1,
    channelMappingTable: [0, 1].slice(0, channels),
  });
  await decoder.ready;
  const meter = createPeakMeter(Math.max(1, Math.round((claimedDurationMs * sampleRateHz) / 1000)));
  let samples = 0;
  try {
    for (let first = 0; first < packets.length; first += batchSize) {
      const decoded = decoder.decodeFrames(packets.slice(first, first + batchSize));
      if (decoded.errors.length > 0) return null;
      meter.add(decoded.channelData, samples);
      samples += decoded.samplesDecoded;
      if ((samples * 1000) / sampleRateHz > maxDurationMs) break;
      await new Promise((resolve) => setImmediate(resolve));
    }
  } finally {
    decoder.free();
  }
  return { durationMs: (samples * 1000) / sampleRateHz, peaks: meter.peaks() };
}
