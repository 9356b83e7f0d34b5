import { setImmediate } from 'node:timers/promises';
import type { RecordedCodec } from '@relato/contract/audio-formats';
import { energyOf } from '@relato/contract/recordings/waveform';
import { checkAac } from './aac/decode-aac.ts';
import { decodePackets } from './decode-packets.ts';
import type { DecoderConfig } from './decoder-config.ts';
import type { Packet } from './packets.ts';

/** The window of an energy: 10 ms. */
const windowsPerSecond = 100;
/** Enough for the loudness of a voice, and decoded in two thirds of the time of 48 kHz. */
const opusRateHz = 16_000;
/** The number of units of AAC between two turns of the event loop, in which the process can notice that its parent has ended. */
const unitsPerTurn = 500;

/**
 * Parses every packet like a decoder. Returns the energies of windows of 10 ms, averaged over the channels, or null for a
 * codec that is only parsed. Throws Refusal for a broken packet.
 */
export async function energiesOf(
  codec: RecordedCodec,
  config: DecoderConfig,
  packets: readonly Packet[],
): Promise<readonly number[] | null> {
  if (codec === 'mp3') return null;
  if (codec === 'aac') {
    let units = 0;
    for (const _ of checkAac(
      packets.map(({ data }) => data),
      config.sampleRate,
    )) {
      units += 1;
      if (units % unitsPerTurn === 0) await setImmediate();
    }
    return null;
  }
  const energies: number[] = [];
  const windowSamples = Math.floor((codec === 'opus' ? opusRateHz : config.sampleRate) / windowsPerSecond);
  const opusOutput = { rateHz: opusRateHz, channels: config.numberOfChannels } as const;
  for await (const channels of decodePackets(codec, config, packets, opusOutput)) {
    pushEnergies(energies, channels, windowSamples);
  }
  return energies;
}

function pushEnergies(energies: number[], channels: readonly Float32Array[], windowSamples: number): void {
  const samples = channels[0]?.length ?? 0;
  for (let start = 0; start < samples; start += windowSamples) {
    const end = Math.min(samples, start + windowSamples);
    const sum = channels.reduce((total, channel) => total + energyOf(channel, start, end), 0);
    energies.push(sum / Math.max(1, channels.length));
  }
}
