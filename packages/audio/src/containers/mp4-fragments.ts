import { Refusal } from '../refusal.ts';
import { boxesOf, Fields, find, type Box } from './mp4-boxes.ts';
import type { Placed } from './mp4-tables.ts';

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
 * ISO/IEC 14496-12, section 8.8: each fragment says when it begins, and for every sample how long and how large it is,
 * itself or by defaults. What does not say when it begins goes on at `endTicks`.
 */
export function* fragmentSamples(
  bytes: Uint8Array,
  { trackId, moov, moofs }: Fragments,
  endTicks: number,
): Generator<Placed> {
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
        for (const placed of runSamples(bytes, trun, { ticks, offset, base, defaults })) {
          yield placed;
          offset = placed.offset + placed.size;
          ticks = placed.endTicks;
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
): Generator<Placed & { readonly endTicks: number }> {
  const fields = new Fields(bytes, trun);
  const flags = fields.u32();
  const own = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length;
  // Samples without a field of their own take no room: whoever reads them counts.
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
    const fields = new Fields(bytes, trex).skip(4);
    if (fields.u32() === trackId) return { ticks: fields.skip(4).u32(), size: fields.u32() };
  }
  return { ticks: null, size: null };
}

function readHeader(bytes: Uint8Array, traf: Box) {
  const tfhd = find(bytes, traf, 'tfhd');
  if (!tfhd) throw new Refusal('AUDIO_UNDECODABLE');
  const fields = new Fields(bytes, tfhd);
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
  const fields = new Fields(bytes, tfdt);
  return fields.u32() >>> 24 === 1 ? fields.u64() : fields.u32();
}
