import { EncodedPacket } from 'mediabunny';
import { describe, expect, it } from 'vitest';
import { inspectBytes } from './inspect-bytes.ts';
import { requireContainer } from './detect-container.ts';
import { craft, positionOf, positionsOf, readFixture, simpleBlocksOf } from './testing/recordings.ts';

const detect = (bytes: Uint8Array) => {
  try {
    return requireContainer(bytes);
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
};

/** The positions after which each recorder may have crashed. `ids`: bytes of the next element in the last chunk. */
const recorders = [
  { name: 'chromium_timeslice_noduration.webm', piece: 'block', ids: [0, 1] },
  { name: 'firefox_opus.webm', piece: [0x1f, 0x43, 0xb6, 0x75], ids: [0, 4] },
  { name: 'chromium_opus_frag.mp4', piece: 'moof', ids: [-4] },
  { name: 'firefox_opus.ogg', piece: 'OggS', ids: [0] },
] as const;

const endsOf = async ({ name, piece, ids }: (typeof recorders)[number]) => {
  const bytes = await readFixture(name);
  const pieces = piece === 'block' ? simpleBlocksOf(bytes) : positionsOf(bytes, piece);
  const afterHeaders = name.endsWith('.ogg') ? 3 : 1;
  return { bytes, ends: pieces.slice(afterHeaders).flatMap((at) => ids.map((id) => at + id)) };
};

describe.each(recorders)('$name', (recorder) => {
  it('is complete', async () => {
    expect(detect(await readFixture(recorder.name))).toMatch(/^(webm|mp4|ogg)$/);
  });

  it('is complete where its recorder may have crashed, and truncated elsewhere', async () => {
    const { bytes, ends } = await endsOf(recorder);
    expect(ends.length).toBeGreaterThan(0);
    const sample = ends.filter((_, index) => index % 5 === 0);
    for (const end of sample) {
      expect(detect(bytes.subarray(0, end)), `cut at ${end}`).toMatch(/^(webm|mp4|ogg)$/);
      for (const other of [end - 1, end - 2, end + 60, end + 70]) {
        if (ends.includes(other)) continue;
        expect(detect(bytes.subarray(0, other)), `cut at ${other}`).toBe('AUDIO_TRUNCATED');
      }
    }
  });

  it('has the duration that was kept when its recorder crashed', async () => {
    const { bytes, ends } = await endsOf(recorder);
    const whole = await inspectBytes(bytes);
    for (const end of [ends[0], ends[Math.floor(ends.length / 2)], ends.at(-1)]) {
      const part = await inspectBytes(bytes.slice(0, end));
      if (!part.ok || !whole.ok) throw new Error('Refused');
      const expectedMs = (whole.durationMs * (end ?? 0)) / bytes.length;
      expect(Math.abs(part.durationMs - expectedMs)).toBeLessThan(500);
      expect(part.playback.length).toBeLessThan(whole.playback.length);
    }
  });
});

describe('a recording cut at any byte', () => {
  it.each([...recorders, { name: 'ffmpeg_aac_frag_safari_like.mp4' }])(
    '$name is refused',
    async ({ name }) => {
      const bytes = await readFixture(name);
      for (let end = 97; end < bytes.length; end += 997) {
        expect(detect(bytes.subarray(0, end)), `cut at ${end}`).toBe('AUDIO_TRUNCATED');
      }
    },
  );
});

const headersOf = async (name: string, until: string | readonly number[], offset = 0) => {
  const bytes = await readFixture(name);
  return bytes.slice(0, positionOf(bytes, until) + offset);
};

describe('a recording cut within a unit', () => {
  it('is refused after the header of a fragment without its sound', async () => {
    const bytes = await readFixture('chromium_opus_frag.mp4');
    for (const at of positionsOf(bytes, 'mdat')) {
      expect(detect(bytes.subarray(0, at - 4))).toBe('AUDIO_TRUNCATED');
    }
  });

  it('is refused after a page whose packet continues in the next', async () => {
    const long = [new EncodedPacket(new Uint8Array(70_000).fill(0x19), 'key', 0, 0.12)];
    const bytes = await craft(await readFixture('firefox_opus.ogg'), { container: 'ogg', packets: long });
    expect(detect(bytes)).toBe('ogg');
    expect(detect(bytes.subarray(0, positionsOf(bytes, 'OggS').at(-1)))).toBe('AUDIO_TRUNCATED');
  });

  it('is refused after the first of the two headers of an Ogg', async () => {
    const bytes = await readFixture('firefox_opus.ogg');
    expect(detect(bytes.subarray(0, positionsOf(bytes, 'OggS')[1]))).toBe('AUDIO_TRUNCATED');
  });
});

describe('a recording cut within its headers', () => {
  it.each(recorders)('$name is refused as truncated', async ({ name }) => {
    const bytes = await readFixture(name);
    for (let end = 28; end < 40; end += 1) {
      expect(detect(bytes.subarray(0, end))).toBe('AUDIO_TRUNCATED');
    }
  });

  it('is refused as empty if it has only headers', async () => {
    const cluster = [0x1f, 0x43, 0xb6, 0x75];
    for (const bytes of [
      await headersOf('chromium_timeslice_noduration.webm', cluster),
      await headersOf('chromium_opus_frag.mp4', 'moof', -4),
      (await readFixture('firefox_opus.ogg')).slice(0, 130),
    ]) {
      expect(await inspectBytes(bytes)).toEqual({ ok: false, reason: 'AUDIO_EMPTY' });
    }
  });
});

describe('a truncated MP3', () => {
  it('is complete between two frames and truncated within one', async () => {
    const bytes = await readFixture('speech.mp3');
    const ends = Array.from({ length: 400 }, (_, index) => bytes.length - index).filter(
      (end) => detect(bytes.subarray(0, end)) === 'mp3',
    );
    // 32 kbit/s at 44.1 kHz: 104 bytes a frame, some of 105.
    expect(ends).toHaveLength(4);
    expect(detect(bytes.subarray(0, bytes.length - 1))).toBe('AUDIO_TRUNCATED');
  });
});
