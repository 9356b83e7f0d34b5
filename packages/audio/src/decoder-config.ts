import { parseAacConfig } from './aac/config.ts';
import { startsWith } from './binary.ts';
import { Refusal } from './refusal.ts';

/** The configuration of a decoder. */
export interface DecoderConfig {
  readonly codec: string;
  readonly numberOfChannels: number;
  readonly sampleRate: number;
  /** An OpusHead for Opus, an AudioSpecificConfig for AAC, empty for MP3 and PCM. */
  readonly description: Uint8Array;
}

const opusHeadBytes = 19;
const opusRateHz = 48_000;
/** Far more than any AudioSpecificConfig of one or two channels needs; prevents a hidden text of the uploader. */
const maxDescriptionBytes = 64;

/** Parses an OpusHead (RFC 7845, section 5.1) and drops the bytes after it. Throws Refusal for more than two channels. */
export function toOpusConfig(bytes: Uint8Array): DecoderConfig {
  const description = Uint8Array.from(bytes.subarray(0, opusHeadBytes));
  const channels = description[9] ?? 0;
  const mappingFamily = description[18];
  const isKnown = startsWith(description, 'OpusHead') && mappingFamily === 0;
  if (!isKnown || channels < 1 || channels > 2) throw new Refusal('AUDIO_UNDECODABLE');
  return { codec: 'opus', numberOfChannels: channels, sampleRate: opusRateHz, description };
}

/** Parses an AudioSpecificConfig. Throws Refusal for other objects than AAC-LC, more than two channels or a hidden text. */
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
