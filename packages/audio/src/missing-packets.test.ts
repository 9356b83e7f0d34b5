import { doubleLastFragmentHeader, dropFragment } from '@relato/testing/mp4';
import { describe, expect, it } from 'vitest';
import { inspectBytes } from './inspect-bytes.ts';
import {
  accept,
  craft,
  delayPages,
  packetsOf,
  positionsOf,
  readFixture,
  simpleBlocksOf,
} from './testing/recordings.ts';

const holeSeconds = 3;
const longestPacketSeconds = 0.06;

/** Returns the longest time between the starts of two packets, in seconds. */
async function longestStep(bytes: Uint8Array): Promise<number> {
  const times = (await packetsOf(bytes)).map(({ timestamp }) => timestamp);
  return Math.max(...times.map((time, index) => time - (times[index - 1] ?? 0)));
}

/** Returns a recording whose second half comes `seconds` later. */
async function interrupt(name: string, container: 'webm' | 'mp4' | 'ogg', seconds: number) {
  const bytes = await readFixture(name);
  // The writer of Ogg ignores timestamps, so the pages are delayed instead.
  if (container === 'ogg') return delayPages(bytes, positionsOf(bytes, 'OggS').length >> 1, seconds);
  const packets = await packetsOf(bytes);
  return craft(bytes, {
    container,
    packets: packets.map((packet, index) =>
      index < packets.length / 2 ? packet : packet.clone({ timestamp: packet.timestamp + seconds }),
    ),
  });
}

describe.each([
  ['chromium_timeslice_noduration.webm', 'webm'],
  ['firefox_opus.ogg', 'ogg'],
  ['ffmpeg_aac_frag_safari_like.mp4', 'mp4'],
] as const)('%s with a gap', (name, container) => {
  it('keeps its timing: silence fills the gap', async () => {
    const whole = await accept(await readFixture(name));
    const holed = await accept(await interrupt(name, container, holeSeconds));
    expect(Math.abs(holed.durationMs - whole.durationMs - holeSeconds * 1000)).toBeLessThanOrEqual(40);
    expect(await longestStep(holed.playback)).toBeLessThan(longestPacketSeconds + 0.002);
    const silentPart = (holeSeconds * 1000) / holed.durationMs;
    const silent = holed.peaks.filter((peak) => peak === 0).length;
    expect(silent).toBeGreaterThan(silentPart * holed.peaks.length - 3);
  });

  it('is refused if more sound is missing than present', async () => {
    const recording = await interrupt(name, container, 100);
    expect(await inspectBytes(recording)).toEqual({ ok: false, reason: 'AUDIO_MOSTLY_MISSING' });
  });
});

it('a clock that runs slightly faster than the sound makes no gap', async () => {
  const bytes = await readFixture('chromium_timeslice_noduration.webm');
  const packets = (await packetsOf(bytes)).map((packet) =>
    packet.clone({ timestamp: packet.timestamp * 1.03 }),
  );
  const { durationMs } = await accept(await craft(bytes, { container: 'webm', packets }));
  expect(durationMs).toBe(4_980);
});

it('a missing fragment is filled with silence', async () => {
  const bytes = await readFixture('chromium_opus_frag.mp4');
  const whole = await accept(bytes);
  const holed = await accept(dropFragment(bytes, 1));
  expect(Math.abs(holed.durationMs - whole.durationMs)).toBeLessThanOrEqual(40);
  expect(await longestStep(holed.playback)).toBeLessThan(longestPacketSeconds + 0.002);
});

it('a fragmented MP4 with a duplicate header of its last fragment is complete', async () => {
  const bytes = await readFixture('chromium_opus_frag.mp4');
  const [doubled, single] = [await accept(doubleLastFragmentHeader(bytes)), await accept(bytes)];
  expect(doubled.durationMs).toBe(single.durationMs);
  expect(await packetsOf(doubled.playback)).toEqual(await packetsOf(single.playback));
});

/** Returns a WebM with one block whose time within its cluster is `milliseconds` earlier. */
async function setBack(milliseconds: number) {
  const bytes = await readFixture('chromium_timeslice_noduration.webm');
  const view = new DataView(bytes.buffer);
  const block = simpleBlocksOf(bytes)[60] ?? 0;
  // The time follows an id, a size of one or two bytes, and the track number.
  const at = block + ((bytes[block + 1] ?? 0) >= 0x80 ? 3 : 4);
  view.setInt16(at, view.getInt16(at) - milliseconds);
  return bytes;
}

describe('timestamps that run backwards', () => {
  it('within the tolerance are corrected: the copy plays each packet after the previous one', async () => {
    const { durationMs, playback } = await accept(await setBack(500));
    expect(durationMs).toBe(4_980);
    const times = (await packetsOf(playback)).map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });

  it('beyond the tolerance are refused', async () => {
    expect(await inspectBytes(await setBack(2500))).toEqual({ ok: false, reason: 'AUDIO_UNDECODABLE' });
  });
});
