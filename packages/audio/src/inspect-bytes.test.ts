import { limits } from '@relato/contract/limits';
import { waveformPeaks } from '@relato/contract/recordings/schema';
import { energyOf, toPeaks } from '@relato/contract/recordings/waveform';
import { EncodedPacketSink } from 'mediabunny';
import { describe, expect, it } from 'vitest';
import { decodePackets } from './decode-packets.ts';
import { inspectBytes } from './inspect-bytes.ts';
import { readRecording } from './read-recording.ts';
import { craft, openTrack, packetsOf, positionOf, positionsOf, readFixture } from './testing/recordings.ts';

/** Durations as ffmpeg decodes them. */
const recordings = [
  ['chromium_timeslice_noduration.webm', 'webm', 'opus', 4_980],
  ['chromium_opus_frag.mp4', 'mp4', 'opus', 4_980],
  ['firefox_opus.webm', 'webm', 'opus', 5_140],
  ['firefox_opus.ogg', 'ogg', 'opus', 5_375],
  ['ffmpeg_aac_frag_safari_like.mp4', 'mp4', 'aac', 8_021],
  ['speech.mp3', 'mp3', 'mp3', 1_045],
  ['speech.wav', 'wav', 'pcm-s16', 17_852],
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

  it('has peaks if and only if its codec is decoded here', async () => {
    const { peaks } = await accept(await readFixture(name));
    expect(peaks === null).toBe(codec === 'aac' || codec === 'mp3');
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
    // Ogg has no duration: players read it from the last page. An MP3 counts its header as one more frame.
    const toleranceMs = container === 'mp3' ? 30 : 1;
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
    expect(inspection.durationMs).toBe(4_980);
    expect((await packetsOf(inspection.playback))[0]?.timestamp).toBe(0);
  });
});

describe('the peaks of a waveform', () => {
  it('have the number and range of the contract', async () => {
    const { peaks } = await accept(await readFixture('chromium_opus_frag.mp4'));
    expect(waveformPeaks.safeParse(peaks).success).toBe(true);
    expect(Math.max(...(peaks ?? []))).toBe(limits.recording.peakMax);
  });

  it.each(['chromium_timeslice_noduration.webm', 'bursts.ogg'])(
    'of %s are those of the whole sound, within 2 of 100, although its high frequencies are not decoded',
    async (name) => {
      const bytes = await readFixture(name);
      const { peaks } = await accept(bytes);
      const { codec, config, packets } = await readRecording(bytes);
      const energies: number[] = [];
      for await (const [samples] of decodePackets(codec, config, packets, { rateHz: 48_000, channels: 1 })) {
        if (!samples) continue;
        for (let at = 0; at < samples.length; at += 480) energies.push(energyOf(samples, at, at + 480));
      }
      const differences = toPeaks(energies).map((peak, index) => Math.abs(peak - (peaks?.[index] ?? 0)));
      expect(Math.max(...differences)).toBeLessThanOrEqual(2);
    },
  );

  it('follow the sound: an even tone yields even peaks', async () => {
    const { peaks } = await accept(await readFixture('firefox_opus.ogg'));
    // The encoder fades in and out.
    expect(Math.min(...(peaks ?? []).slice(2, -2))).toBeGreaterThan(80);
  });
});
