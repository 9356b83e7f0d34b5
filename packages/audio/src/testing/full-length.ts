import { limits } from '@relato/contract/limits';
import { craft, packetsOf, readFixture, repeat } from './recordings.ts';

const seconds = limits.recording.maxDurationMs / 1000;

const sources = {
  'Opus in WebM': { name: 'firefox_opus.webm', container: 'webm' },
  'Opus in MP4': { name: 'chromium_opus_frag.mp4', container: 'mp4' },
  'Opus in Ogg': { name: 'firefox_opus.ogg', container: 'ogg' },
  'AAC in MP4': { name: 'ffmpeg_aac_frag_safari_like.mp4', container: 'mp4' },
  MP3: { name: 'speech.mp3', container: 'mp3' },
} as const;

type Title = keyof typeof sources;
export const fullLengthTitles = Object.keys(sources) as Title[]; // the keys of a constant

/** Returns a recording of the longest duration, which repeats the packets of a shorter one. */
export async function makeFullLength(title: Title): Promise<Uint8Array<ArrayBuffer>> {
  const { name, container } = sources[title];
  const source = await readFixture(name);
  const packets = await packetsOf(source);
  const step = packets[1]?.duration;
  if (!step) throw new Error('No packets');
  return craft(source, { container, packets: repeat(packets, Math.floor(seconds / step), step) });
}
