import { Refusal } from '../refusal.ts';
import { boxesOf, BoxReader, find, type Box } from './mp4-boxes.ts';
import type { SampleLocation } from './mp4-tables.ts';

interface Fragments {
  readonly trackId: number;
  readonly moov: Box;
  readonly moofs: readonly Box[];
}

interface Defaults {
  readonly ticks: number | null;
  readonly size: number | null;
}

/**
 * Yields the samples of the fragments (ISO/IEC 14496-12, section 8.8). Each fragment has its start time, and the durations
 * and sizes of its samples, either explicitly or by default. A fragment without a start time continues at `endTicks`.
 * Throws Refusal.
 */
export function* fragmentSamples(
  bytes: Uint8Array,
  { trackId, moov, moofs }: Fragments,
  endTicks: number,
): Generator<SampleLocation> {
  const movieDefaults = defaultsOf(bytes, moov, trackId);
  let ticks = endTicks;
  for (const moof of moofs) {
    let offset = moof.at;
    for (const traf of boxesOf(bytes, moof)) {
      if (traf.type !== 'traf') continue;
      const header = readHeader(bytes, traf);
      if (header.trackId !== trackId) throw new Refusal('AUDIO_NOT_AUDIO');
      const defaults = {
        ticks: header.ticks ?? movieDefaults.ticks,
        size: header.size ?? movieDefaults.size,
      };
      const base = header.base ?? (header.isBaseMoof ? moof.at : offset);
      ticks = decodeTimeOf(bytes, traf) ?? ticks;
      offset = base;
      for (const trun of boxesOf(bytes, traf)) {
        if (trun.type !== 'trun') continue;
        for (const location of runSamples(bytes, trun, { ticks, offset, base, defaults })) {
          yield location;
          offset = location.offset + location.size;
          ticks = location.endTicks;
        }
      }
    }
  }
}

interface Run {
  readonly ticks: number;
  readonly offset: number;
  readonly base: number;
  readonly defaults: Defaults;
}

function* runSamples(
  bytes: Uint8Array,
  trun: Box,
  run: Run,
): Generator<SampleLocation & { readonly endTicks: number }> {
  const fields = new BoxReader(bytes, trun);
  const flags = fields.u32();
  const own = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length;
  // Samples without own fields take no space, so their number is limited only by the consumer.
  const count = fields.u32();
  let offset = flags & 1 ? run.base + fields.i32() : run.offset;
  let { ticks } = run;
  if (flags & 4) fields.skip(4);
  fields.requireRoom(count * own * 4);
  for (let sample = 0; sample < count; sample += 1) {
    const step = flags & 0x100 ? fields.u32() : run.defaults.ticks;
    const size = flags & 0x200 ? fields.u32() : run.defaults.size;
    if (step === null || size === null || offset < 0) throw new Refusal('AUDIO_UNDECODABLE');
    fields.skip((flags & 0x400 ? 4 : 0) + (flags & 0x800 ? 4 : 0));
    yield { ticks, offset, size, endTicks: ticks + step };
    offset += size;
    ticks += step;
  }
}

function defaultsOf(bytes: Uint8Array, moov: Box, trackId: number): Defaults {
  const mvex = find(bytes, moov, 'mvex');
  for (const trex of mvex ? boxesOf(bytes, mvex) : []) {
    if (trex.type !== 'trex') continue;
    const fields = new BoxReader(bytes, trex).skip(4);
    if (fields.u32() === trackId) return { ticks: fields.skip(4).u32(), size: fields.u32() };
  }
  return { ticks: null, size: null };
}

function readHeader(bytes: Uint8Array, traf: Box) {
  const tfhd = find(bytes, traf, 'tfhd');
  if (!tfhd) throw new Refusal('AUDIO_UNDECODABLE');
  const fields = new BoxReader(bytes, tfhd);
  const flags = fields.u32();
  const trackId = fields.u32();
  const base = flags & 0x01 ? fields.u64() : null;
  if (flags & 0x02) fields.skip(4);
  const ticks = flags & 0x08 ? fields.u32() : null;
  const size = flags & 0x10 ? fields.u32() : null;
  return { trackId, base, ticks, size, isBaseMoof: (flags & 0x020000) !== 0 };
}

function decodeTimeOf(bytes: Uint8Array, traf: Box): number | null {
  const tfdt = find(bytes, traf, 'tfdt');
  if (!tfdt) return null;
  const fields = new BoxReader(bytes, tfdt);
  return fields.u32() >>> 24 === 1 ? fields.u64() : fields.u32();
}
