import { Refusal } from '../refusal.ts';
import { BoxReader, find, requireBox, type Box } from './mp4-boxes.ts';

/** The position of a sample in the file, and its start in ticks of its track. */
export interface SampleLocation {
  readonly ticks: number;
  readonly offset: number;
  readonly size: number;
}

/**
 * Yields the samples of the tables (ISO/IEC 14496-12, section 8.7): sizes of samples, chunks of several samples, and time
 * steps. Returns the tick at which the last sample ends. Throws Refusal if the tables contradict each other.
 */
export function* tableSamples(bytes: Uint8Array, stbl: Box): Generator<SampleLocation, number> {
  const sizes = sizesOf(bytes, stbl);
  const steps = stepsOf(bytes, requireBox(find(bytes, stbl, 'stts')));
  const runs = runsOf(bytes, requireBox(find(bytes, stbl, 'stsc')));
  const chunks = chunksOf(bytes, stbl);
  let ticks = 0;
  let sample = 0;
  let run = -1;
  for (let chunk = 0; chunk < chunks.count; chunk += 1) {
    const next = runs[run + 1];
    if (next && next.firstChunk <= chunk) run += 1;
    const inChunk = runs[run]?.samples ?? 0;
    // Chunks without samples, or with more than exist, would only keep the reader busy.
    if (inChunk === 0 || inChunk > sizes.count - sample) throw new Refusal('AUDIO_UNDECODABLE');
    let offset = chunks.next();
    for (const end = sample + inChunk; sample < end; sample += 1) {
      const size = sizes.next();
      yield { ticks, offset, size };
      offset += size;
      ticks += steps();
    }
  }
  if (sample !== sizes.count) throw new Refusal('AUDIO_UNDECODABLE');
  return ticks;
}

interface Table {
  readonly count: number;
  readonly next: () => number;
}

function sizesOf(bytes: Uint8Array, stbl: Box): Table {
  const fields = new BoxReader(bytes, requireBox(find(bytes, stbl, 'stsz'))).skip(4);
  const size = fields.u32();
  if (size === 0) return { count: fields.count(4), next: fields.u32 };
  return { count: fields.u32(), next: () => size };
}

function chunksOf(bytes: Uint8Array, stbl: Box): Table {
  const stco = find(bytes, stbl, 'stco');
  const fields = new BoxReader(bytes, stco ?? requireBox(find(bytes, stbl, 'co64'))).skip(4);
  return stco ? { count: fields.count(4), next: fields.u32 } : { count: fields.count(8), next: fields.u64 };
}

/** Returns a function that returns the duration of the next sample with each call. */
function stepsOf(bytes: Uint8Array, stts: Box): () => number {
  const fields = new BoxReader(bytes, stts).skip(4);
  let entries = fields.count(8);
  let left = 0;
  let step = 0;
  return () => {
    while (left === 0) {
      if (entries === 0) throw new Refusal('AUDIO_UNDECODABLE');
      entries -= 1;
      left = fields.u32();
      step = fields.u32();
    }
    left -= 1;
    return step;
  };
}

/** Returns the runs of chunks with the same number of samples, with their first chunk counted from zero. */
function runsOf(bytes: Uint8Array, stsc: Box): readonly { firstChunk: number; samples: number }[] {
  const fields = new BoxReader(bytes, stsc).skip(4);
  return Array.from({ length: fields.count(12) }, () => {
    const run = { firstChunk: fields.u32() - 1, samples: fields.u32() };
    fields.skip(4);
    return run;
  });
}
