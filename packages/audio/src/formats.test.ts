import { describe, expect, it } from 'vitest';
import { inspectBytes } from './inspect-bytes.ts';
import { accept, bytesOf, concat, loudnessOf, positionsOf, readFixture } from './testing/recordings.ts';

/**
 * Files with at least two seconds of speech, made by FFmpeg, SoX, flac, oggenc, fdkaac and GStreamer, with the loudness
 * according to FFmpeg. Files that all browsers play are copied.
 */
const taken = [
  ['opus.webm', 'webm', 'opus', 2_000, -20],
  ['video.webm', 'webm', 'opus', 2_000, -20],
  ['aac.aac', 'mp4', 'aac', 2_026, -19.3],
  ['aac.mov', 'mp4', 'aac', 2_005, -19.2],
  ['video.mp4', 'mp4', 'aac', 2_005, -19.2],
  ['cover.m4a', 'mp4', 'aac', 2_005, -19.2],
  ['two.m4a', 'mp4', 'aac', 2_005, -19.2],
  ['heaac.m4a', 'mp4', 'aac', 2_043, -17.7],
  ['heaac.aac', 'mp4', 'aac', 2_183, -17.5],
  ['vbr.mp3', 'mp3', 'mp3', 2_000, -19.7],
  ['cover.mp3', 'mp3', 'mp3', 2_000, -19.7],
  ['vorbis.ogg', 'mp4', 'aac', 2_000, -19.9],
  ['vorbis.webm', 'mp4', 'aac', 2_012, -19.9],
  ['oggenc.ogg', 'mp4', 'aac', 10_000, -21],
  ['alac.caf', 'mp4', 'aac', 2_000, -20.1],
  ['ulaw.wav', 'mp4', 'aac', 2_000, -19.6],
  ['alaw.wav', 'mp4', 'aac', 2_000, -19.6],
  ['u8.wav', 'mp4', 'aac', 2_000, -19.6],
  ['s24.wav', 'mp4', 'aac', 2_000, -20.1],
  ['f32.wav', 'mp4', 'aac', 600, -20.9],
  ['flac.flac', 'mp4', 'aac', 2_000, -20.1],
  ['amr.amr', 'mp4', 'aac', 2_000, -21.4],
  ['wideband.amr', 'mp4', 'aac', 2_000, -21.4],
  ['amr.3gp', 'mp4', 'aac', 2_000, -21.4],
  ['aiff.aiff', 'mp4', 'aac', 2_000, -20.1],
  ['ulaw.caf', 'mp4', 'aac', 2_000, -19.6],
] as const;

const read = (name: string) => readFixture(`formats/${name}`);
const lufsOf = async (bytes: Uint8Array) => (await loudnessOf(bytes))?.lufs ?? Number.NaN;

it.each(taken)('%s is taken, with its duration and loudness', async (...row) => {
  const [name, container, codec, durationMs, lufs] = row;
  const inspection = await accept(await read(name));
  expect(inspection).toMatchObject({ container, codec, isCutShort: false });
  expect(Math.abs(inspection.durationMs - durationMs)).toBeLessThanOrEqual(25);
  expect(Math.abs((await lufsOf(inspection.playback)) - lufs)).toBeLessThan(0.5);
});

it.each(['heaac.aac', 'vorbis.ogg', 's24.wav', 'amr.amr'])('the copy of %s sounds like it', async (name) => {
  const original = await read(name);
  const { durationMs, playback } = await accept(original);
  const copy = await accept(playback);
  expect(copy).toMatchObject({ container: 'mp4', codec: 'aac', isCutShort: false });
  expect(Math.abs(copy.durationMs - durationMs)).toBeLessThanOrEqual(25);
  expect(Math.abs((await lufsOf(playback)) - (await lufsOf(original)))).toBeLessThan(0.5);
});

describe('a cut file', () => {
  const truncated = { ok: false, reason: 'AUDIO_TRUNCATED' };

  it.each(['opus.webm', 'aac.aac', 'vbr.mp3', 'vorbis.ogg', 's24.wav', 'flac.flac', 'aiff.aiff'])(
    '%s is taken up to where it holds, and says so',
    async (name) => {
      const bytes = await read(name);
      const { durationMs, isCutShort, playback } = await accept(bytes.subarray(0, bytes.length * 0.75));
      expect(isCutShort).toBe(true);
      expect(durationMs).toBeGreaterThan(1_000);
      expect(durationMs).toBeLessThan(1_600);
      expect(Math.abs((await accept(playback)).durationMs - durationMs)).toBeLessThanOrEqual(25);
    },
  );

  it.each(['opus.webm', 'aac.aac', 'vbr.mp3', 's24.wav', 'flac.flac'])(
    '%s is refused if less than a second holds',
    async (name) => {
      const bytes = await read(name);
      expect(await inspectBytes(bytes.subarray(0, bytes.length * 0.45))).toEqual(truncated);
    },
  );

  it.each(['alac.caf', 'video.mp4', 'two.m4a'])('%s is refused if its index is gone', async (name) => {
    const bytes = await read(name);
    expect(await inspectBytes(bytes.subarray(0, bytes.length * 0.62))).toEqual(truncated);
  });
});

describe('a file with a false format', () => {
  const noAudio = { ok: false, reason: 'AUDIO_NOT_AUDIO' };

  it('is accepted by its bytes, and refused if its beginning belongs to another format than the rest', async () => {
    const [wav, flac] = await Promise.all([read('u8.wav'), read('flac.flac')]);
    expect(await inspectBytes(concat([0x66, 0x4c, 0x61, 0x43], wav.slice(4)))).toMatchObject({ ok: false });
    expect(await inspectBytes(concat(wav.slice(0, 12), flac))).toMatchObject({ ok: false });
    expect(await inspectBytes(concat(new Uint8Array(64), flac))).toEqual(noAudio);
  });

  it('is refused if it lists other files', async () => {
    const list = '#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n';
    for (const text of [list, 'ffconcat version 1.0\nfile /etc/passwd\n', '<MPD></MPD>'])
      expect(await inspectBytes(bytesOf(text))).toEqual(noAudio);
  });
});

it('the first of two sound tracks is used', async () => {
  const [first, both] = await Promise.all([read('aac.mov'), read('two.m4a')]);
  expect((await accept(both)).peaks).toEqual((await accept(first)).peaks);
});

it('a picture or 60 kB of tags are not in the copy', async () => {
  const tags = concat([0x49, 0x44, 0x33, 3, 0, 0, 0, 3, 0x54, 0x60], new Uint8Array(60_000).fill(0x20));
  const bytes = await read('vbr.mp3');
  const { playback, durationMs } = await accept(concat(tags, bytes));
  expect(Math.abs(durationMs - 2_000)).toBeLessThan(25);
  expect(playback.length).toBeLessThan(bytes.length + 1_000);
  for (const name of ['cover.mp3', 'cover.m4a'])
    expect(positionsOf((await accept(await read(name))).playback, 'PNG')).toEqual([]);
});

it('silence is accepted, and has no loudness', async () => {
  const wav = await read('u8.wav');
  wav.fill(0x80, 78);
  const { durationMs, peaks, playback } = await accept(wav);
  expect(Math.abs(durationMs - 2_000)).toBeLessThan(25);
  expect(await loudnessOf(playback)).toBeNull();
  expect(Math.max(...peaks)).toBe(0);
});

it('five and a half minutes are refused in every format before their end is read', async () => {
  const wav = await read('ulaw.wav');
  const long = concat(wav, new Uint8Array(330 * 8_000 - 16_000).fill(0x7f));
  const view = new DataView(long.buffer);
  view.setUint32(4, long.length - 8, true);
  view.setUint32(wav.length - 16_000 - 4, 330 * 8_000, true);
  expect(await inspectBytes(long)).toEqual({ ok: false, reason: 'AUDIO_TOO_LONG' });
  const frames = await read('aac.aac');
  const aac = concat(...Array.from({ length: 165 }, () => frames));
  expect(await inspectBytes(aac)).toEqual({ ok: false, reason: 'AUDIO_TOO_LONG' });
});

it.each([
  ['u8.wav', 78],
  ['flac.flac', 42],
  ['amr.amr', 6],
])('%s is refused if it ends after its %d bytes of headers', async (name, bytes) => {
  expect(await inspectBytes((await read(name)).subarray(0, bytes))).toMatchObject({ ok: false });
});
