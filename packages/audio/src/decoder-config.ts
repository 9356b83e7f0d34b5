import type { InputAudioTrack } from 'mediabunny';
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
const mappingFamilyAt = 18;
/** Far more than any AudioSpecificConfig of one or two channels: here, too, no text of the uploader's may hide. */
const maxDescriptionBytes = 64;

/** Throws a Refusal for what no recorder writes: more than two channels, or a description with more than it needs. */
export async function requireDecoderConfig(track: InputAudioTrack): Promise<DecoderConfig> {
  const [codec, numberOfChannels, sampleRate] = await Promise.all([
    track.getCodecParameterString(),
    track.getNumberOfChannels(),
    track.getSampleRate(),
  ]);
  const given: { description?: unknown } | null = await track.getDecoderConfig();
  const bytes = given?.description instanceof Uint8Array ? given.description : new Uint8Array();
  const isOpus = codec === 'opus';
  const description = isOpus ? bytes.slice(0, opusHeadBytes) : bytes;
  const isKnown = !isOpus || (description.length === opusHeadBytes && description[mappingFamilyAt] === 0);
  if (!codec || !isKnown || numberOfChannels > 2 || description.length > maxDescriptionBytes) {
    throw new Refusal('AUDIO_UNDECODABLE');
  }
  return { codec, numberOfChannels, sampleRate, description };
}
