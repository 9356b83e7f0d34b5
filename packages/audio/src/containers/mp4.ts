import type { RecordedCodec } from '@relato/contract/audio-formats';
import { toAacConfig, toOpusConfig, type DecoderConfig } from '../decoder-config.ts';
import { Refusal } from '../refusal.ts';
import { boxesOf, BoxReader, find, findPath, requireBox, topLevelBoxesOf, type Box } from './mp4-boxes.ts';
import { fragmentSamples } from './mp4-fragments.ts';
import { tableSamples, type SampleLocation } from './mp4-tables.ts';
import type { Sample, Track } from './track.ts';

/** Checks the boxes of a file that starts with `ftyp` (ISO/IEC 14496-12). Throws Refusal. */
export function checkMp4(bytes: Uint8Array): void {
  const types = new Set<string>();
  let last = '';
  for (const { type } of topLevelBoxesOf(bytes)) {
    types.add(type);
    last = type;
  }
  // The headers contain the positions of the sound, and a fragment's header (moof) precedes its sound (mdat).
  if (!types.has('moov') || last === 'moof') throw new Refusal('AUDIO_TRUNCATED');
}

/**
 * Reads the sound track of an MP4 from its tables and fragments. Reads each header byte a limited number of times, because
 * no count may exceed the box that contains it. Throws Refusal.
 */
export function readMp4(bytes: Uint8Array): Track {
  const top = [...topLevelBoxesOf(bytes)];
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
    for (const location of sampleLocations()) {
      yield {
        data: dataOf(bytes, location),
        timestamp: (location.ticks - startTicks) / timescale,
      };
    }
  }
  function* sampleLocations(): Generator<SampleLocation> {
    const endTicks = yield* tableSamples(bytes, stbl);
    yield* fragmentSamples(bytes, fragments, endTicks);
  }
  return { ...codecOf(bytes, requireBox(find(bytes, stbl, 'stsd'))), samples: samples() };
}

/**
 * Returns the fragments with sound. GStreamer, and therefore WebKitGTK, writes the header of the last fragment twice before
 * its sound; only the second one has the right positions.
 */
const soundingMoofs = (top: readonly Box[]): readonly Box[] =>
  top.filter(({ type }, index) => type === 'moof' && top[index + 1]?.type !== 'moof');

/** Returns the only track. Throws Refusal for a file with a video or a second sound track, which is no recording. */
function requireOnlyTrack(bytes: Uint8Array, moov: Box): Box {
  const tracks = [...boxesOf(bytes, moov)].filter(({ type }) => type === 'trak');
  const handlers = tracks.map((trak) => {
    const fields = new BoxReader(bytes, requireBox(findPath(bytes, trak, ['mdia', 'hdlr'])));
    return fields.skip(8).text(4);
  });
  const shown = handlers.filter((handler) => handler === 'soun' || handler === 'vide');
  const track = tracks[handlers.indexOf('soun')];
  if (!track || shown.length > 1) throw new Refusal('AUDIO_NOT_AUDIO');
  return track;
}

function timescaleOf(bytes: Uint8Array, header: Box): number {
  const fields = new BoxReader(bytes, header);
  const timescale = fields.skip(fields.u32() >>> 24 === 1 ? 16 : 8).u32();
  if (timescale === 0) throw new Refusal('AUDIO_UNDECODABLE');
  return timescale;
}

function trackIdOf(bytes: Uint8Array, header: Box): number {
  const fields = new BoxReader(bytes, header);
  return fields.skip(fields.u32() >>> 24 === 1 ? 16 : 8).u32();
}

/** Returns the tick of time zero: after the part that the first edit skips, and before the pauses that precede it. */
function editStart(bytes: Uint8Array, elst: Box | null, ticksPerMovieTick: number): number {
  if (!elst) return 0;
  const fields = new BoxReader(bytes, elst);
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

function dataOf(bytes: Uint8Array, { offset, size }: SampleLocation): Uint8Array {
  if (offset + size > bytes.length) throw new Refusal('AUDIO_TRUNCATED');
  return bytes.subarray(offset, offset + size);
}

/** Parses the sample entry (ISO/IEC 14496-12, section 12.2.3), also with the longer headers of QuickTime. */
function codecOf(bytes: Uint8Array, stsd: Box): { codec: RecordedCodec; config: DecoderConfig } {
  const entries = { ...stsd, start: stsd.start + 8 };
  const [entry] = [...boxesOf(bytes, entries)];
  if (!entry) throw new Refusal('AUDIO_UNDECODABLE');
  const version = new BoxReader(bytes, entry).skip(8).u16();
  const inner = { ...entry, start: entry.start + 28 + ([0, 16, 36][version] ?? 0) };
  const dOps = entry.type === 'Opus' ? find(bytes, inner, 'dOps') : null;
  if (dOps) return { codec: 'opus', config: toOpusConfig(opusHeadOf(bytes, dOps)) };
  const esds =
    entry.type === 'mp4a' ? (find(bytes, inner, 'esds') ?? findPath(bytes, inner, ['wave', 'esds'])) : null;
  if (esds) return { codec: 'aac', config: toAacConfig(audioSpecificConfigOf(bytes, esds)) };
  throw new Refusal('AUDIO_UNDECODABLE');
}

/**
 * Converts a dOps box to an OpusHead, which has the same fields in little-endian ("Encapsulation of Opus in ISO Base Media
 * File Format", section 4.3.2).
 */
function opusHeadOf(bytes: Uint8Array, dOps: Box): Uint8Array {
  const fields = new BoxReader(bytes, dOps);
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

/** Extracts the AudioSpecificConfig from the nested descriptors of an esds box (ISO/IEC 14496-1, section 7.2.6). */
function audioSpecificConfigOf(bytes: Uint8Array, esds: Box): Uint8Array {
  const fields = new BoxReader(bytes, esds).skip(4);
  fields.descriptor(0x03);
  fields.skip(2);
  const flags = fields.u8();
  if (flags & 0x80) fields.skip(2);
  if (flags & 0x40) fields.skip(fields.u8());
  if (flags & 0x20) fields.skip(2);
  fields.descriptor(0x04);
  const objectType = fields.u8();
  fields.skip(12);
  // MPEG-4 audio and MPEG-2 AAC-LC.
  if (objectType !== 0x40 && objectType !== 0x67) throw new Refusal('AUDIO_UNDECODABLE');
  return fields.bytes(fields.descriptor(0x05));
}
