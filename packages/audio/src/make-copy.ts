import type { RecordedCodec, ServedContainer } from '@relato/contract/recordings/audio-formats';
import type { Demuxer } from './detect-format.ts';
import type { Layout } from './lay-out.ts';
import { inputOf, withoutMetadata, type Source } from './probe.ts';
import { Refusal } from './refusal.ts';
import { runEngine } from './run-engine.ts';

export interface Copy {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly container: ServedContainer;
  readonly codec: RecordedCodec;
}

/** Exceeds any configuration of one or two channels, and excludes a hidden text of the uploader. */
const maxConfigurationBytes = { opus: 19, aac: 64, mp3: 0 };

/** Returns the kind of a copy with the packets of the source, or null if not all browsers play them. */
export function toCopied({
  codec,
  profile,
  format,
  channels,
  configurationBytes,
  hasAdditions,
}: Source): Omit<Copy, 'bytes'> | null {
  if (channels < 1 || channels > 2 || hasAdditions) return null;
  if (codec !== 'opus' && codec !== 'aac' && codec !== 'mp3') return null;
  if (configurationBytes > maxConfigurationBytes[codec]) return null;
  if (codec === 'mp3') return { codec, container: 'mp3' };
  if (codec === 'aac') return /^(?:LC|HE-AAC|HE-AACv2)$/.test(profile) ? { codec, container: 'mp4' } : null;
  return { codec, container: format === 'matroska' ? 'webm' : format === 'ogg' ? 'ogg' : 'mp4' };
}

/** Copies the packets end to end, up to a time. */
export async function copyPackets(
  { bytes, format, packets }: Source,
  { startSeconds, stepSeconds }: Layout & { readonly stepSeconds: number },
  container: ServedContainer,
  untilSeconds: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const isTold = packets.every(({ duration }) => duration !== null);
  const times = `ts=round((${startSeconds}+N*${stepSeconds})/TB)${isTold ? '' : `:duration=round(${stepSeconds}/TB)`}`;
  // Formats without times have their frames counted.
  const filter = format === 'aac' || format === 'mp3' ? '' : ` -bsf:a setts=${times}`;
  return make(bytes, format, `-c copy${filter}`, container, untilSeconds);
}

/** Encodes a recording as AAC in MP4, up to a time. */
export async function encodeAac(
  { bytes, format, channels, rateHz }: Source,
  filters: readonly string[],
  untilSeconds: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const [count, bits] = channels > 1 ? [2, '128k'] : [1, '80k'];
  const chain = [...filters, `aresample=${rateHz === 44_100 ? rateHz : 48_000}`].join();
  const sound = `-af ${chain} -ac ${count} -c:a aac -b:a ${bits} -aac_coder fast`;
  return make(bytes, format, sound, 'mp4', untilSeconds);
}

/** An MP4 gets its index at the start, so that players can seek during the download. */
const headers = { mp4: '-movflags +faststart ', mp3: '-id3v2_version 0 ', webm: '', ogg: '' };

async function make(
  bytes: Uint8Array,
  format: Demuxer,
  sound: string,
  container: ServedContainer,
  untilSeconds: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const input = `-fflags +discardcorrupt ${inputOf(format)}`;
  const { succeeded, out, log } = await runEngine(
    `ffmpeg -v error -nostdin ${input} ${withoutMetadata} ${sound} -t ${untilSeconds.toFixed(6)} ${headers[container]}-f ${container} out`,
    bytes,
  );
  if (!succeeded || !out) throw new Refusal('AUDIO_UNDECODABLE', { cause: log });
  return out;
}
