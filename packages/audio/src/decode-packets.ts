import { setImmediate } from 'node:timers/promises';
import type { RecordedCodec } from '@relato/contract/audio-formats';
import { decodeAac } from './aac/decode-aac.ts';
import { decodeWav } from './containers/wav.ts';
import type { DecoderConfig } from './decoder-config.ts';
import { decodeMp3 } from './mp3.ts';
import { decodeOpus, type OpusOutput } from './opus.ts';
import type { Packet } from './packets.ts';

/** The sound between two turns of the event loop, in which the process can notice that its parent has ended. */
const secondsPerTurn = 5;

/**
 * Decodes packets, and yields the samples of each channel in batches. The packets of all codecs yield exactly their
 * durations, but for the last one, whose end may be trimmed. Opus is decoded to `opusOutput`, the others as
 * they were recorded. Throws Refusal for a broken packet.
 */
export async function* decodePackets(
  codec: RecordedCodec,
  config: DecoderConfig,
  packets: readonly Packet[],
  opusOutput: OpusOutput,
): AsyncGenerator<readonly Float32Array[]> {
  let samples = 0;
  for await (const channels of decoderOf(codec, config, packets, opusOutput)) {
    yield channels;
    samples += channels[0]?.length ?? 0;
    if (samples < secondsPerTurn * config.sampleRate) continue;
    samples = 0;
    await setImmediate();
  }
}

function decoderOf(
  codec: RecordedCodec,
  config: DecoderConfig,
  packets: readonly Packet[],
  opusOutput: OpusOutput,
) {
  const units = packets.map(({ data }) => data);
  switch (codec) {
    case 'opus':
      return decodeOpus(units, opusOutput);
    case 'aac':
      return decodeAac(units, config.sampleRate);
    case 'mp3':
      return decodeMp3(packets, config);
    case 'pcm-s16':
      return decodeWav(units, config.numberOfChannels);
  }
}
