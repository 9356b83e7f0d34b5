import { parseAacConfig } from './aac.ts';
import { startsWith } from './bytes.ts';
import { Refusal } from './refusal.ts';

/** What a decoder has to be told. */
export interface DecoderConfig {
  readonly codec: string;
  readonly numberOfChannels: number;
  readonly sampleRate: number;
  /** Opus: an OpusHead. AAC: an AudioSpecificConfig. MP3 needs none. */
  readonly description: Uint8Array;
}

const opusHeadBytes = 19;
const opusRateHz = 48_000;
/** Far more than any AudioSpecificConfig of one or two channels: here, too, no text of the uploader's may hide. */
const maxDescriptionBytes = 64;

/** RFC 7845, section 5.1. Throws a Refusal for more than two channels; drops what lies behind the head. */
export function toOpusConfig(bytes: Uint8Array): DecoderConfig {
  const description = Uint8Array.from(bytes.subarray(0, opusHeadBytes));
  const channels = description[9] ?? 0;
  const mappingFamily = description[18];
  const isKnown = startsWith(description, 'OpusHead') && mappingFamily === 0;
  if (!isKnown || channels < 1 || channels > 2) throw new Refusal('AUDIO_UNDECODABLE');
  return { codec: 'opus', numberOfChannels: channels, sampleRate: opusRateHz, description };
}

/** Throws a Refusal for what no recorder writes: other objects than AAC-LC, more than two channels, a hidden text. */
export function toAacConfig(bytes: Uint8Array): DecoderConfig {
  if (bytes.length > maxDescriptionBytes) throw new Refusal('AUDIO_UNDECODABLE');
  const { objectType, channels, rateHz } = parseAacConfig(bytes);
  return {
    codec: `mp4a.40.${objectType}`,
    numberOfChannels: channels,
    sampleRate: rateHz,
    description: Uint8Array.from(bytes),
  };
}
