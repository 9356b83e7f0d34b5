import { toOpusConfig } from '../decoder-config.ts';
import { opusPacketSeconds, opusPreSkip } from '../opus.ts';
import { Refusal } from '../refusal.ts';
import type { Sample, Track } from './track.ts';

const headerBytes = 27;
/** The identification and the comments of an Opus stream have one page each. */
const headerPages = 2;
const ticksPerSecond = 48_000;

interface Page {
  /** The lengths of the segments of its packets; a segment of 255 bytes is continued by the next. */
  readonly lengths: Uint8Array;
  readonly body: Uint8Array;
  /** The number of samples up to the end of its last complete packet; -1 if no packet ends here. */
  readonly granule: number;
}

/** Yields the pages of a file (RFC 3533): a header, a table of up to 255 lengths, and their sum of bytes. Throws Refusal. */
function* pagesOf(bytes: Uint8Array): Generator<Page> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let position = 0;
  while (position < bytes.length) {
    const segments = bytes[position + 26];
    if (segments === undefined) throw new Refusal('AUDIO_TRUNCATED');
    if (view.getUint32(position) !== 0x4f676753) throw new Refusal('AUDIO_NOT_AUDIO');
    // A second stream would be a video, or sound that is not measured.
    if (view.getUint32(position + 14) !== view.getUint32(14)) throw new Refusal('AUDIO_NOT_AUDIO');
    const bodyAt = position + headerBytes + segments;
    const lengths = bytes.subarray(position + headerBytes, bodyAt);
    const end = bodyAt + lengths.reduce((sum, length) => sum + length, 0);
    if (end > bytes.length) throw new Refusal('AUDIO_TRUNCATED');
    if (checksum(bytes.subarray(position, end)) !== view.getUint32(position + 22, true)) {
      throw new Refusal('AUDIO_UNDECODABLE');
    }
    yield {
      lengths,
      body: bytes.subarray(bodyAt, end),
      granule: Number(view.getBigInt64(position + 6, true)),
    };
    position = end;
  }
}

export function checkOgg(bytes: Uint8Array): void {
  let pages = 0;
  let lastLength = 0;
  for (const { lengths } of pagesOf(bytes)) {
    pages += 1;
    lastLength = lengths.at(-1) ?? 0;
  }
  // A last length of 255 means that the packet continues in the next page.
  if (pages < headerPages || lastLength === 255) throw new Refusal('AUDIO_TRUNCATED');
}

/** Reads the track of an Ogg (RFC 7845): a page with OpusHead, pages with OpusTags, and the sound. Throws Refusal. */
export function readOgg(bytes: Uint8Array): Track {
  const pages = packetPagesOf(bytes);
  const [head] = nextPackets(pages);
  if (!head) throw new Refusal('AUDIO_UNDECODABLE');
  const config = toOpusConfig(head);
  nextPackets(pages);
  return { codec: 'opus', config, samples: soundOf(pages, opusPreSkip(config.description)) };
}

interface PacketPage {
  readonly packets: readonly Uint8Array[];
  readonly granule: number;
  readonly isLast: boolean;
}

/** Yields the pages in which packets end, with their complete packets. */
function* packetPagesOf(bytes: Uint8Array): Generator<PacketPage> {
  let pieces: Uint8Array[] = [];
  let waiting: Omit<PacketPage, 'isLast'> | null = null;
  for (const { lengths, body, granule } of pagesOf(bytes)) {
    const packets: Uint8Array[] = [];
    let position = 0;
    for (const length of lengths) {
      pieces.push(body.subarray(position, position + length));
      position += length;
      if (length === 255) continue;
      packets.push(Uint8Array.from(Buffer.concat(pieces)));
      pieces = [];
    }
    if (packets.length === 0) continue;
    if (waiting) yield { ...waiting, isLast: false };
    waiting = { packets, granule };
  }
  if (waiting) yield { ...waiting, isLast: true };
}

const nextPackets = (pages: Generator<PacketPage>): readonly Uint8Array[] => {
  const { value, done } = pages.next();
  return done ? [] : value.packets;
};

function* soundOf(pages: Iterable<PacketPage>, preSkip: number): Generator<Sample> {
  let ticks = 0;
  for (const { packets, granule, isLast } of pages) {
    const sounds = packets.map((packet) => Math.round(opusPacketSeconds(packet) * ticksPerSecond));
    const sum = sounds.reduce((total, sound) => total + sound, 0);
    // The last page may trim its last packet: the samples after the granule position are not played.
    const isTrimmed = isLast && granule < ticks + sum;
    const trimmed = isTrimmed ? ticks + sum - granule : 0;
    if (!isTrimmed) ticks = granule - sum;
    for (const [index, data] of packets.entries()) {
      const sound = sounds[index] ?? 0;
      const heard = index === packets.length - 1 ? Math.max(0, sound - trimmed) : sound;
      yield { data, timestamp: (ticks - preSkip) / ticksPerSecond, duration: heard / ticksPerSecond };
      ticks += sound;
    }
  }
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) value = (value << 1) ^ (value < 0 ? 0x04c11db7 : 0);
  return value;
});

/** Returns the CRC-32 of a page (RFC 3533, section 6), in which the four bytes of the checksum count as zero. */
export function checksum(page: Uint8Array): number {
  let crc = 0;
  page.forEach((byte, index) => {
    const value = index >= 22 && index < 26 ? 0 : byte;
    crc = (crc << 8) ^ (table[(crc >>> 24) ^ value] ?? 0);
  });
  return crc >>> 0;
}
