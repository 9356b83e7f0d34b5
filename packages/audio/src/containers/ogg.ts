import { toOpusConfig } from '../decoder-config.ts';
import { opusPacketSeconds } from '../opus.ts';
import { Refusal } from '../refusal.ts';
import type { Sample, Track } from './track.ts';

const headerBytes = 27;
/** The identification and the comments of an Opus stream have a page each. */
const headerPages = 2;
const ticksPerSecond = 48_000;

interface Page {
  /** The lengths of the pieces of packets in it; a piece of 255 bytes goes on in the next. */
  readonly lengths: Uint8Array;
  readonly body: Uint8Array;
  /** Samples that have sounded when its last whole packet ends; -1 if none ends here. */
  readonly granule: number;
}

/** RFC 3533: pages of a header, a table of up to 255 lengths, and as many bytes as these add up to. */
function* pagesOf(bytes: Uint8Array): Generator<Page> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let position = 0;
  while (position < bytes.length) {
    const segments = bytes[position + 26];
    if (segments === undefined) throw new Refusal('AUDIO_TRUNCATED');
    if (view.getUint32(position) !== 0x4f676753) throw new Refusal('AUDIO_NOT_AUDIO');
    // A second stream: a video, or more sound than is measured.
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
  // A length of 255 says that the packet goes on in the next page.
  if (pages < headerPages || lastLength === 255) throw new Refusal('AUDIO_TRUNCATED');
}

/** RFC 7845: a page of OpusHead, pages of OpusTags, and the sound. */
export function readOgg(bytes: Uint8Array): Track {
  const pages = packetPagesOf(bytes);
  const [head] = nextPackets(pages);
  if (!head) throw new Refusal('AUDIO_UNDECODABLE');
  const config = toOpusConfig(head);
  nextPackets(pages);
  const preSkip = new DataView(config.description.buffer).getUint16(10, true);
  return { codec: 'opus', config, samples: soundOf(pages, preSkip) };
}

interface PacketPage {
  readonly packets: readonly Uint8Array[];
  readonly granule: number;
  readonly isLast: boolean;
}

/** The pages in which packets end. */
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
    // The last page may end in the midst of a packet: what is behind is not to be heard.
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

/** RFC 3533, section 6: CRC-32 of the whole page with its own four bytes taken as zero. */
export function checksum(page: Uint8Array): number {
  let crc = 0;
  page.forEach((byte, index) => {
    const value = index >= 22 && index < 26 ? 0 : byte;
    crc = (crc << 8) ^ (table[(crc >>> 24) ^ value] ?? 0);
  });
  return crc >>> 0;
}
