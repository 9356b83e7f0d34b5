import { dropFragment } from '@relato/testing/mp4';
import { describe, expect, it } from 'vitest';
import { decodeBytes } from './decode-bytes.ts';
import { inspectBytes } from './inspect-bytes.ts';
import { speechRateHz } from './listen.ts';
import { burstSeconds, measureDelayMs } from '@relato/testing/bursts';
import { accept, concat, craft, packetsOf, positionOf, readFixture } from './testing/recordings.ts';
import { makeStereoWav } from './testing/wav.ts';

const decode = async (bytes: Uint8Array) => {
  const decoded = await decodeBytes(bytes);
  if (!decoded.ok) throw new Error(decoded.reason);
  return decoded.samples;
};

const copyOf = async (bytes: Uint8Array) => (await accept(bytes)).playback;

const delaysOf = (samples: Float32Array) =>
  burstSeconds.map((seconds) => measureDelayMs(samples, speechRateHz, seconds));

const loudnessOf = (samples: Float32Array, from: number, to: number) => {
  const part = samples.subarray(from * speechRateHz, to * speechRateHz);
  return Math.sqrt(part.reduce((sum, sample) => sum + sample ** 2, 0) / part.length);
};

/** Moves the packets to a start at 0 s, like WebM recorders, which have the pre-skip only in the header. */
const fromZero = async (bytes: Uint8Array) => {
  const packets = await packetsOf(bytes);
  return packets.map((packet, index) => packet.clone({ timestamp: index * 0.02 }));
};

const opus = () => readFixture('bursts.ogg');
/** The delay of players, measured in Chromium and Firefox with the copies of these recordings. */
const recordings = {
  'Opus in Ogg': { make: opus, delayMs: 0 },
  'Opus in WebM': {
    make: async () => craft(await opus(), { container: 'webm', packets: await fromZero(await opus()) }),
    delayMs: 0,
  },
  'Opus in MP4 with an edit list': {
    make: async () => craft(await opus(), { container: 'mp4' }),
    delayMs: 0,
  },
  'Opus in MP4 as Chromium records it, with 80 ms of pre-skip of which the encoder needs 6.5': {
    make: async () => {
      const bytes = await craft(await opus(), { container: 'mp4', packets: await fromZero(await opus()) });
      bytes.set([0x0f, 0x00], positionOf(bytes, 'dOps') + 6);
      return bytes;
    },
    delayMs: 6.5 - 80,
  },
  'AAC in MP4': { make: () => readFixture('bursts.m4a'), delayMs: 0 },
  MP3: { make: () => readFixture('bursts.mp3'), delayMs: 0 },
} as const;

it.each(Object.entries(recordings))(
  '%s is decoded to the millisecond at which players play it',
  async (...row) => {
    const [, { make, delayMs }] = row;
    const bytes = await make();
    const { playback, durationMs } = await accept(bytes);
    for (const found of delaysOf(await decode(playback))) expect(Math.abs(found - delayMs)).toBeLessThan(1);
    const samples = await decode(bytes);
    expect(Math.abs(durationMs - (samples.length / speechRateHz) * 1000)).toBeLessThanOrEqual(1);
    expect(samples.every((sample) => Math.abs(sample) <= 1)).toBe(true);
    expect(loudnessOf(samples, 1.3, 2.2)).toBeLessThan(0.01);
  },
);

describe('missing sound', () => {
  it('is silence: a gap in an MP4 of AAC delays the rest by its length', async () => {
    const source = await readFixture('bursts.m4a');
    const packets = (await packetsOf(source)).map((packet) =>
      packet.timestamp < 1.5 ? packet : packet.clone({ timestamp: packet.timestamp + 3 }),
    );
    const samples = await decode(await copyOf(await craft(source, { container: 'mp4', packets })));
    expect(Math.abs(measureDelayMs(samples, speechRateHz, 1))).toBeLessThan(1);
    expect(Math.abs(measureDelayMs(samples, speechRateHz, 5.5))).toBeLessThan(30);
    expect(loudnessOf(samples, 1.7, 4.3)).toBeLessThan(0.001);
  });

  it('is silence: a missing fragment keeps the length', async () => {
    const bytes = await readFixture('chromium_opus_frag.mp4');
    const [whole, holed] = [await decode(bytes), await decode(await copyOf(dropFragment(bytes, 1)))];
    expect(Math.abs(holed.length - whole.length)).toBeLessThan(0.025 * speechRateHz);
  });
});

it('is decoded up to its end', async () => {
  const tone = Float32Array.from({ length: 16_000 }, (_, index) => Math.sin(index / 3) / 2);
  const samples = await decode(makeStereoWav(tone, tone));
  expect(samples).toHaveLength(16_000);
  expect(Math.max(...samples.subarray(-16))).toBeGreaterThan(0.4);
});

it('a stereo recording becomes the mean of its channels', async () => {
  const sound = await decode(await opus());
  const mixed = await decode(makeStereoWav(sound, new Float32Array(sound.length)));
  expect(loudnessOf(mixed, 0.25, 0.27)).toBeCloseTo(loudnessOf(sound, 0.25, 0.27) / 2, 2);
});

it('a stereo recording that changes between SILK and CELT is accepted and decoded', async () => {
  const source = await readFixture('firefox_opus.webm');
  const original = (await packetsOf(source)).slice(0, 60);
  let timestamp = 0;
  const packets = original.map((packet, index) => {
    // 60 ms of SILK, while the others are 20 ms of CELT.
    const isSilk = index % 3 === 1;
    const data = isSilk ? concat([0x1c], packet.data.subarray(1, 80)) : packet.data;
    const clone = packet.clone({ data, timestamp, duration: isSilk ? 0.06 : 0.02 });
    timestamp += clone.duration;
    return clone;
  });
  const recording = await craft(source, { container: 'webm', packets });
  recording[positionOf(recording, 'OpusHead') + 9] = 2;
  expect(await inspectBytes(recording)).toMatchObject({ ok: true, durationMs: 1_994 });
  expect((await decode(recording)).length / speechRateHz).toBeCloseTo(2, 1);
});

it('an MP3 with broken frames keeps its times', async () => {
  const bytes = await readFixture('bursts.mp3');
  const frames = (await packetsOf(bytes)).map(({ data }) => data);
  let at = positionOf(bytes, [...(frames[0] ?? [])].slice(0, 60));
  for (const [index, frame] of frames.entries()) {
    // Keeps the header and breaks the side information.
    if (index % 40 === 31) bytes.fill(0xff, at + 4, at + 60);
    at += frame.length;
  }
  for (const delay of delaysOf(await decode(await copyOf(bytes)))) expect(Math.abs(delay)).toBeLessThan(50);
});

it('an MP3 with the header of a decoder among its frames keeps its times', async () => {
  const bytes = await readFixture('bursts.mp3');
  const [first] = await packetsOf(bytes);
  const soundAt = positionOf(bytes, [...(first?.data ?? [])].slice(0, 100));
  const header = bytes.slice(positionOf(bytes, [0xff, 0xfb]), soundAt);
  const doubled = concat(bytes.slice(0, soundAt), header, bytes.slice(soundAt));
  for (const delay of delaysOf(await decode(doubled))) expect(Math.abs(delay)).toBeLessThan(1);
});

it('a copy with a broken packet is refused', async () => {
  const aac = await readFixture('bursts.m4a');
  const packets = (await packetsOf(aac)).map((packet, index) =>
    index === 40 ? packet.clone({ data: new Uint8Array(60).fill(0x5a) }) : packet,
  );
  expect(await decodeBytes(await craft(aac, { container: 'mp4', packets }))).toEqual({
    ok: false,
    reason: 'AUDIO_UNDECODABLE',
  });
});
