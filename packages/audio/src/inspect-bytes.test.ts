import { limits } from '@relato/contract/limits';
import { EncodedPacketSink } from 'mediabunny';
import { describe, expect, it } from 'vitest';
import {
  accept,
  craft,
  openTrack,
  packetsOf,
  positionOf,
  positionsOf,
  readFixture,
} from './testing/recordings.ts';

/** Durations in players, without the padding of an encoder at the start. */
const recordings = [
  ['chromium_timeslice_noduration.webm', 'webm', 'opus', 4_980],
  ['chromium_opus_frag.mp4', 'mp4', 'opus', 4_900],
  ['firefox_opus.webm', 'webm', 'opus', 5_133],
  ['firefox_opus.ogg', 'ogg', 'opus', 5_375],
  ['ffmpeg_aac_frag_safari_like.mp4', 'mp4', 'aac', 8_021],
  ['speech.mp3', 'mp3', 'mp3', 1_000],
] as const;

const dataOf = async (bytes: Uint8Array) => (await packetsOf(bytes)).map(({ data }) => Buffer.from(data));

it.each(recordings)('%s is copied with its sound, as a recording that can be sought', async (...row) => {
  const [name, container, codec, durationMs] = row;
  const original = await readFixture(name);
  const { playback, ...inspection } = await accept(original);
  expect(inspection).toMatchObject({ container, codec });
  expect(Math.abs(inspection.durationMs - durationMs)).toBeLessThanOrEqual(5);
  expect(inspection.peaks).toHaveLength(limits.recording.peaks);
  expect(inspection.peaks.every((peak) => Number.isInteger(peak) && peak >= 0)).toBe(true);
  expect(Math.max(...inspection.peaks)).toBe(limits.recording.peakMax);
  expect(await dataOf(playback)).toEqual(await dataOf(original));

  const track = await openTrack(playback);
  // Ogg has no duration, so players read it from the last page. Others include the padding of the encoder, such as 80 ms in
  // Chromium. An edit list would correct that, but Firefox would skip the time twice.
  const toleranceMs = { ogg: 1, webm: 7, mp3: 45, mp4: 80 }[container];
  const seconds = container === 'ogg' ? await track.computeDuration() : await track.getDurationFromMetadata();
  expect(Math.abs((seconds ?? 0) * 1000 - inspection.durationMs)).toBeLessThanOrEqual(toleranceMs);
  const middle = inspection.durationMs / 2000;
  const packet = await new EncodedPacketSink(track).getPacket(middle);
  expect(Math.abs((packet?.timestamp ?? 0) - middle)).toBeLessThan(0.1);

  const { peaks } = inspection;
  expect(await accept(playback)).toMatchObject({
    container,
    codec,
    durationMs: inspection.durationMs,
    peaks,
  });
});

describe('the copy of a recording', () => {
  it('of a WebM has an index for seeking', async () => {
    const original = await readFixture('chromium_timeslice_noduration.webm');
    const cues = [0x1c, 0x53, 0xbb, 0x6b];
    expect(positionsOf(original, cues)).toHaveLength(0);
    // The index itself, and the reference to it.
    expect(positionsOf((await accept(original)).playback, cues)).toHaveLength(2);
  });

  it('of an MP4 is not fragmented and starts with its headers', async () => {
    const { playback } = await accept(await readFixture('chromium_opus_frag.mp4'));
    expect(positionOf(playback, 'moov')).toBeLessThan(positionOf(playback, 'mdat'));
    expect(positionsOf(playback, 'moof')).toHaveLength(0);
  });

  it.each(['webm', 'mp4', 'ogg'] as const)(
    'SEC-34: of %s contains no metadata about author, device or place',
    async (container) => {
      const secret = 'LUGAR-SECRETO';
      // Phones write the place and the device in these fields.
      const raw = { '©xyz': `+40.4168-003.7038/${secret}`, LOCATION: secret, '©mak': secret };
      const tags = { title: secret, comment: secret, artist: secret, raw };
      const original = await craft(await readFixture('firefox_opus.ogg'), { container, tags, name: secret });
      expect(positionsOf(original, secret).length).toBeGreaterThan(0);
      expect(positionsOf((await accept(original)).playback, secret)).toHaveLength(0);
    },
  );

  it('SEC-34: of an MP3 has no ID3 tag', async () => {
    const original = await readFixture('speech.mp3');
    expect(positionsOf(original, 'LUGAR-SECRETO')).toHaveLength(1);
    expect(positionsOf((await accept(original)).playback, 'LUGAR-SECRETO')).toHaveLength(0);
  });

  it('starts at zero, even if the recorder started its clock later', async () => {
    const source = await readFixture('chromium_timeslice_noduration.webm');
    const late = (await packetsOf(source)).map((packet) =>
      packet.clone({ timestamp: packet.timestamp + 30 }),
    );
    const inspection = await accept(await craft(source, { container: 'webm', packets: late }));
    expect(inspection).toMatchObject({ durationMs: 4_980, isCutShort: false });
    expect((await packetsOf(inspection.playback))[0]?.timestamp).toBe(0);
  });
});

it('the peaks of an even tone are even', async () => {
  const { peaks } = await accept(await readFixture('firefox_opus.ogg'));
  // The encoder fades in and out.
  expect(Math.min(...peaks.slice(2, -2))).toBeGreaterThan(80);
});
