import { limits } from '@relato/contract/limits';
import { waveformPeaks } from '@relato/contract/recordings/schema';
import { EncodedPacketSink } from 'mediabunny';
import { describe, expect, it } from 'vitest';
import { inspectBytes } from './inspect-bytes.ts';
import { craft, openTrack, packetsOf, positionOf, positionsOf, readFixture } from './testing/recordings.ts';

/** Durations as players play them, without what an encoder added at the start. */
const recordings = [
  ['chromium_timeslice_noduration.webm', 'webm', 'opus', 4_980],
  ['chromium_opus_frag.mp4', 'mp4', 'opus', 4_900],
  ['firefox_opus.webm', 'webm', 'opus', 5_133],
  ['firefox_opus.ogg', 'ogg', 'opus', 5_375],
  ['ffmpeg_aac_frag_safari_like.mp4', 'mp4', 'aac', 8_021],
  ['speech.mp3', 'mp3', 'mp3', 1_000],
] as const;

const accept = async (bytes: Uint8Array) => {
  const inspection = await inspectBytes(bytes);
  if (!inspection.ok) throw new Error(inspection.reason);
  return inspection;
};

const dataOf = async (bytes: Uint8Array) => (await packetsOf(bytes)).map(({ data }) => Buffer.from(data));

describe.each(recordings)('%s', (name, container, codec, durationMs) => {
  it('is identified by its bytes, with the duration of its sound', async () => {
    const inspection = await accept(await readFixture(name));
    expect(inspection).toMatchObject({ container, codec });
    expect(Math.abs(inspection.durationMs - durationMs)).toBeLessThanOrEqual(5);
  });

  it('has peaks and a loudness', async () => {
    const { peaks, loudness } = await accept(await readFixture(name));
    expect(waveformPeaks.safeParse(peaks).success).toBe(true);
    expect(Math.max(...peaks)).toBe(limits.recording.peakMax);
    expect(loudness?.lufs).toBeLessThan(0);
  });

  it('keeps every packet unchanged in the copy', async () => {
    const original = await readFixture(name);
    const { playback } = await accept(original);
    const [before, after] = await Promise.all([dataOf(original), dataOf(playback)]);
    expect(after).toHaveLength(before.length);
    expect(after.every((data, index) => data.equals(before[index] ?? Buffer.of()))).toBe(true);
  });

  it('has a copy with a duration, in which the middle can be sought', async () => {
    const { playback, ...inspection } = await accept(await readFixture(name));
    const track = await openTrack(playback);
    // Ogg has no duration: players read it from the last page. Others count what an encoder added at the ends, such as 80 ms of
    // Chromium's. An edit list would tell, but Firefox would skip that time twice.
    const toleranceMs = { ogg: 1, webm: 7, mp3: 45, mp4: 80 }[container];
    const seconds =
      container === 'ogg' ? await track.computeDuration() : await track.getDurationFromMetadata();
    expect(Math.abs((seconds ?? 0) * 1000 - inspection.durationMs)).toBeLessThanOrEqual(toleranceMs);
    const middle = inspection.durationMs / 2000;
    const packet = await new EncodedPacketSink(track).getPacket(middle);
    expect(Math.abs((packet?.timestamp ?? 0) - middle)).toBeLessThan(0.1);
  });

  it('has a copy that a second inspection leaves unchanged', async () => {
    const first = await accept(await readFixture(name));
    const second = await accept(first.playback);
    expect(second).toMatchObject({ container, codec, durationMs: first.durationMs, peaks: first.peaks });
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

  it.each(['chromium_opus_frag.mp4', 'ffmpeg_aac_frag_safari_like.mp4'])(
    'of %s is not fragmented and starts with its headers',
    async (name) => {
      const { playback } = await accept(await readFixture(name));
      expect(positionOf(playback, 'moov')).toBeLessThan(positionOf(playback, 'mdat'));
      expect(positionsOf(playback, 'moof')).toHaveLength(0);
    },
  );

  it.each(['webm', 'mp4', 'ogg'] as const)(
    'SEC-34: of %s contains no metadata about author, device or place',
    async (container) => {
      const secret = 'LUGAR-SECRETO';
      // Phones write the place and the device like this.
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

  it('SEC-34: contains no text hidden after the decoder configuration', async () => {
    const source = await readFixture('firefox_opus.webm');
    const original = await craft(source, { container: 'webm', appendix: 'LUGAR-SECRETO' });
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

describe('the peaks of a waveform', () => {
  it('follow the sound: an even tone yields even peaks', async () => {
    const { peaks } = await accept(await readFixture('firefox_opus.ogg'));
    // The encoder fades in and out.
    expect(Math.min(...peaks.slice(2, -2))).toBeGreaterThan(80);
  });
});
