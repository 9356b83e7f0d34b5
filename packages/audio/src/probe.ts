import { limits } from '@relato/contract/limits';
import { requireFormat, type Demuxer } from './detect-format.ts';
import { Refusal } from './refusal.ts';
import { dropRepeatedHeaders, isCutOgg } from './repair.ts';
import { runEngine } from './run-engine.ts';

export interface Packet {
  /** In seconds. Sound before zero is not played. */
  readonly time: number;
  /** In seconds, or null if the container does not contain it. */
  readonly duration: number | null;
}

/** A file in the view of the engine before it decodes anything. */
export interface Source {
  readonly bytes: Uint8Array;
  readonly format: Demuxer;
  readonly codec: string;
  readonly profile: string;
  readonly channels: number;
  readonly rateHz: number;
  /** The length of the decoder's configuration. */
  readonly configurationBytes: number;
  readonly packets: readonly Packet[];
  /** The duration in the headers, or null without one. */
  readonly claimedSeconds: number | null;
  /** Whether packets contain more than sound, such as the additions to blocks of Matroska. */
  readonly hasAdditions: boolean;
  /** Whether the file ends in the middle of a part. */
  readonly isCut: boolean;
}

export const longestSeconds = (limits.recording.maxDurationMs + limits.recording.durationToleranceMs) / 1000;
/** No packet of any codec is shorter than 2.5 ms, but a hostile file may have more of them. */
const maxPackets = longestSeconds / 0.0025;

const shown = [
  'packet=pts_time,duration_time:packet_side_data=side_data_type',
  'stream=codec_name,profile,channels,sample_rate,extradata_size,duration',
  'format=duration',
].join(':');
/** The engine's log lines for a file that ends too early. */
const cut = /ended prematurely|partial file|Packet corrupt|do not match \(growing file/;
/** The engine's log lines for a file whose index would come after the end. */
const withoutIndex = /moov atom not found|Missing packet table/;

/** Reads the file `in` in this format only. */
export const inputOf = (format: Demuxer): string => `-f ${format} -i in`;

/** Keeps only the first track of sound of a file, without tags, chapters and the name of the program. */
export const withoutMetadata =
  '-map 0:a:0 -map_metadata -1 -map_metadata:s:a -1 -map_chapters -1 -fflags +bitexact -flags:a +bitexact';

/** Reads the packets of the first track of sound, up to a number that exceeds any recording. Throws Refusal. */
export async function probe(given: Uint8Array): Promise<Source> {
  const format = requireFormat(given);
  const bytes = format === 'mov' ? dropRepeatedHeaders(given) : given;
  const { succeeded, log, out } = await runEngine(
    `ffprobe -v warning -select_streams a:0 -read_intervals %+#${maxPackets + 1} -show_entries ${shown} -of compact -o out ${inputOf(format)}`,
    bytes,
  );
  const text = Buffer.from(out ?? []).toString();
  if (!/^stream\|/m.test(text)) {
    if (succeeded) throw new Refusal('AUDIO_NOT_AUDIO');
    throw new Refusal(withoutIndex.test(log) ? 'AUDIO_TRUNCATED' : 'AUDIO_UNDECODABLE');
  }
  const packets = packetsIn(text);
  if (packets.length === 0) throw new Refusal('AUDIO_EMPTY');
  const read = (name: string) => fieldOf(text, 'stream', name);
  const claimed = toNumber(read('duration')) ?? toNumber(fieldOf(text, 'format', 'duration'));
  return {
    bytes,
    format,
    codec: read('codec_name') ?? '',
    profile: read('profile') ?? '',
    channels: Number(read('channels')) || 0,
    rateHz: Number(read('sample_rate')) || 0,
    configurationBytes: Number(read('extradata_size') ?? 0),
    packets,
    claimedSeconds: log.includes('Estimating duration') ? null : claimed,
    hasAdditions: /side_data_type=(?!Skip Samples)/.test(text),
    isCut: cut.test(log) || (format === 'ogg' && isCutOgg(bytes)),
  };
}

/** Reads a field of a line such as `stream|codec_name=opus|channels=1`. */
const fieldOf = (text: string, section: string, name: string): string | undefined =>
  new RegExp(`^${section}\\|(?:.*\\|)?${name}=([^|\\n]*)`, 'm').exec(text)?.[1];

const packetsIn = (text: string): Packet[] =>
  [...text.matchAll(/^packet\|pts_time=([^|\n]*)\|duration_time=([^|\n]*)/gm)].flatMap(
    ([, start, length]) => {
      const time = toNumber(start);
      return time === null ? [] : [{ time, duration: toNumber(length) }];
    },
  );

const toNumber = (text = 'N/A'): number | null => (Number.isFinite(Number(text)) ? Number(text) : null);
