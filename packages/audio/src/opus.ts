import { energyOf } from '@relato/contract/peaks';
import { OpusDecoder } from 'opus-decoder';

const sampleRateHz = 48_000;
/** Of energy: 10 ms. */
const windowSamples = sampleRateHz / 100;
/** About 20 ms of work between two pauses in which the process answers others. */
const batchSize = 250;

export interface DecodedOpus {
  readonly durationMs: number;
  /** Of windows of 10 ms, all channels together. */
  readonly energies: readonly number[];
}

/** Decodes every packet; null when one of them is broken. `maxDurationMs` bounds the work on what claims to be short. */
export async function decodeOpus(
  packets: readonly Uint8Array[],
  { channels, maxDurationMs }: { readonly channels: number; readonly maxDurationMs: number },
): Promise<DecodedOpus | null> {
  const decoder = new OpusDecoder({
    channels,
    streamCount: 1,
    coupledStreamCount: channels - 1,
    channelMappingTable: [0, 1].slice(0, channels),
  });
  await decoder.ready;
  const energies: number[] = [];
  let samples = 0;
  try {
    for (let first = 0; first < packets.length; first += batchSize) {
      const decoded = decoder.decodeFrames(packets.slice(first, first + batchSize));
      if (decoded.errors.length > 0) return null;
      samples += decoded.samplesDecoded;
      if ((samples * 1000) / sampleRateHz > maxDurationMs) break;
      pushEnergies(energies, decoded.channelData, decoded.samplesDecoded);
      await new Promise((resolve) => setImmediate(resolve));
    }
  } finally {
    decoder.free();
  }
  return { durationMs: (samples * 1000) / sampleRateHz, energies };
}

function pushEnergies(energies: number[], channels: readonly Float32Array[], samples: number): void {
  for (let start = 0; start < samples; start += windowSamples) {
    const end = Math.min(samples, start + windowSamples);
    const sum = channels.reduce((total, channel) => total + energyOf(channel, start, end), 0);
    energies.push(sum / Math.max(1, channels.length));
  }
}
