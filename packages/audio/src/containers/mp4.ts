import type { RecordedCodec } from '@relato/contract/audio-formats';
import { toAacConfig, toOpusConfig, type DecoderConfig } from '../decoder-config.ts';
import { Refusal } from '../refusal.ts';
import { boxesOf, Fields, find, findPath, requireBox, topBoxesOf, type Box } from './mp4-boxes.ts';
import { fragmentSamples } from './mp4-fragments.ts';
import { tableSamples, type Placed } from './mp4-tables.ts';
import type { Sample, Track } from './track.ts';

/** ISO/IEC 14496-12: boxes of a size and a type. Only a file that begins with `ftyp` comes here. */
export function checkMp4(bytes: Uint8Array): void {
  const types = new Set<string>();
  let last = '';
  for (const { type } of topBoxesOf(bytes)) {
    types.add(type);
    last = type;
  }
  // The headers say where the sound lies, and a fragment's header (moof) comes before its sound (mdat).
  if (!types.has('moov') || last === 'moof') throw new Refusal('AUDIO_TRUNCATED');
}

/**
 * The sound of an MP4, from its tables and its fragments. Reads each byte of the headers a bounded number of times:
 * no count is believed beyond the box that it stands in.
 */
export function readMp4(bytes: Uint8Array): Track {
  const top = [...topBoxesOf(bytes)];
  const moov = requireBox(top.find(({ type }) => type === 'moov'));
  const trak = requireOnlyTrack(bytes, moov);
  const mdia = requireBox(find(bytes, trak, 'mdia'));
  const stbl = requireBox(findPath(bytes, mdia, ['minf', 'stbl']));
  const timescale = timescaleOf(bytes, requireBox(find(bytes, mdia, 'mdhd')));
  const movieTimescale = timescaleOf(bytes, requireBox(find(bytes, moov, 'mvhd')));
  const startTicks = editStart(bytes, findPath(bytes, trak, ['edts', 'elst']), timescale / movieTimescale);
  const trackId = trackIdOf(bytes, requireBox(find(bytes, trak, 'tkhd')));
  const fragments = { trackId, moov, moofs: soundingMoofs(top) };

  function* samples(): Generator<Sample> {
    for (const placed of placedSamples()) {
      yield {
        data: dataOf(bytes, placed),
        timestamp: (placed.ticks - startTicks) / timescale,
      };
    }
  }
  function* placedSamples(): Generator<Placed> {
    const endTicks = yield* tableSamples(bytes, stbl);
    yield* fragmentSamples(bytes, fragments, endTicks);
  }
  return { ...codecOf(bytes, requireBox(find(bytes, stbl, 'stsd'))), samples: samples() };
}

/**
 * GStreamer's writer, and so WebKitGTK, writes the header of its last fragment twice in front of the one sound. Only
 * the last of such headers points to it.
 */
const soundingMoofs = (top: readonly Box[]): readonly Box[] =>
  top.filter(({ type }, index) => type === 'moof' && top[index + 1]?.type !== 'moof');

/** Sound alone: beside a picture, or a second voice, it is something else than a recording. */
function requireOnlyTrack(bytes: Uint8Array, moov: Box): Box {
  const tracks = [...boxesOf(bytes, moov)].filter(({ type }) => type === 'trak');
  const handlers = tracks.map((trak) => {
    const fields = new Fields(bytes, requireBox(findPath(bytes, trak, ['mdia', 'hdlr'])));
    return fields.skip(8).text(4);
  });
  const shown = handlers.filter((handler) => handler === 'soun' || handler === 'vide');
  const track = tracks[handlers.indexOf('soun')];
  if (!track || shown.length > 1) throw new Refusal('AUDIO_NOT_AUDIO');
  return track;
}

function timescaleOf(bytes: Uint8Array, header: Box): number {
  const fields = new Fields(bytes, header);
  const timescale = fields.skip(fields.u32() >>> 24 === 1 ? 16 : 8).u32();
  if (timescale === 0) throw new Refusal('AUDIO_UNDECODABLE');
  return timescale;
}

function trackIdOf(bytes: Uint8Array, header: Box): number {
  const fields = new Fields(bytes, header);
  return fields.skip(fields.u32() >>> 24 === 1 ? 16 : 8).u32();
}

/** Where zero lies, in ticks of the track: behind what the first edit skips, and before the pauses in front of it. */
function editStart(bytes: Uint8Array, elst: Box | null, ticksPerMovieTick: number): number {
  if (!elst) return 0;
  const fields = new Fields(bytes, elst);
  const isLarge = fields.u32() >>> 24 === 1;
  const entries = fields.count(isLarge ? 20 : 12);
  let pauseTicks = 0;
  for (let entry = 0; entry < entries; entry += 1) {
    const duration = isLarge ? fields.u64() : fields.u32();
    const start = isLarge ? fields.i64() : fields.i32();
    fields.skip(4);
    if (start !== -1) return start - Math.round(pauseTicks);
    pauseTicks += duration * ticksPerMovieTick;
  }
  return 0;
}

function dataOf(bytes: Uint8Array, { offset, size }: Placed): Uint8Array {
  if (offset + size > bytes.length) throw new Refusal('AUDIO_TRUNCATED');
  return bytes.subarray(offset, offset + size);
}

/** ISO/IEC 14496-12, section 12.2.3, with the longer headers of QuickTime. */
function codecOf(bytes: Uint8Array, stsd: Box): { codec: RecordedCodec; config: DecoderConfig } {
  const entries = { ...stsd, start: stsd.start + 8 };
  const [entry] = [...boxesOf(bytes, entries)];
  if (!entry) throw new Refusal('AUDIO_UNDECODABLE');
  const version = new Fields(bytes, entry).skip(8).u16();
  const inner = { ...entry, start: entry.start + 28 + ([0, 16, 36][version] ?? 0) };
  const dOps = entry.type === 'Opus' ? find(bytes, inner, 'dOps') : null;
  if (dOps) return { codec: 'opus', config: toOpusConfig(opusHeadOf(bytes, dOps)) };
  const esds =
    entry.type === 'mp4a' ? (find(bytes, inner, 'esds') ?? findPath(bytes, inner, ['wave', 'esds'])) : null;
  if (esds) return { codec: 'aac', config: toAacConfig(audioSpecificConfigOf(bytes, esds)) };
  throw new Refusal('AUDIO_UNDECODABLE');
}

/** The same fields as in Ogg, but big-endian: "Encapsulation of Opus in ISO Base Media File Format", section 4.3.2. */
function opusHeadOf(bytes: Uint8Array, dOps: Box): Uint8Array {
  const fields = new Fields(bytes, dOps);
  fields.skip(1);
  const head = new Uint8Array(19);
  head.set(new TextEncoder().encode('OpusHead'));
  const view = new DataView(head.buffer);
  view.setUint8(8, 1);
  view.setUint8(9, fields.u8());
  view.setUint16(10, fields.u16(), true);
  view.setUint32(12, fields.u32(), true);
  view.setUint16(16, fields.u16(), true);
  view.setUint8(18, fields.u8());
  return head;
}

/** ISO/IEC 14496-1, section 7.2.6: descriptors of a tag, a length in groups of seven bits, and as many bytes. */
function audioSpecificConfigOf(bytes: Uint8Array, esds: Box): Uint8Array {
  const fields = new Fields(bytes, esds).skip(4);
  fields.descriptor(0x03);
  fields.skip(2);
  const flags = fields.u8();
  if (flags & 0x80) fields.skip(2);
  if (flags & 0x40) fields.skip(fields.u8());
  if (flags & 0x20) fields.skip(2);
  fields.descriptor(0x04);
  const objectType = fields.u8();
  fields.skip(12);
  // MPEG-4 audio, and AAC-LC of MPEG-2.
  if (objectType !== 0x40 && objectType !== 0x67) throw new Refusal('AUDIO_UNDECODABLE');
  return fields.bytes(fields.descriptor(0x05));
}
