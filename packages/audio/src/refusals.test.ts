import { EncodedPacket } from 'mediabunny';
import { describe, expect, it } from 'vitest';
import { inspectBytes } from './inspect-bytes.ts';
import {
  bytesOf,
  concat,
  craft,
  loudnessOf,
  packetsOf,
  positionOf,
  positionsOf,
  readFixture,
  repeat,
  simpleBlocksOf,
} from './testing/recordings.ts';

const refusalOf = async (bytes: Uint8Array) => {
  const inspection = await inspectBytes(bytes);
  return inspection.ok ? `accepted, ${inspection.durationMs} ms` : inspection.reason;
};

const [webm, mp4, aac, ogg, mp3] = await Promise.all([
  readFixture('chromium_timeslice_noduration.webm'),
  readFixture('chromium_opus_frag.mp4'),
  readFixture('ffmpeg_aac_frag_safari_like.mp4'),
  readFixture('firefox_opus.ogg'),
  readFixture('speech.mp3'),
]);

const page = '<!doctype html><html><script>alert(document.domain)</script></html>';
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
/** The end record of an archive without entries, by which programs recognize it. */
const archive = 'PK\u0005\u0006'.padEnd(22, '\0');

describe('SEC-30: files without audio', () => {
  it.each([
    ['a text', 'Había una vez un archivo que decía ser webm. '.repeat(100)],
    ['a web page', page],
    ['a drawing', drawing],
    ['an archive', archive],
  ])('refuses %s', async (_, content) => {
    expect(await refusalOf(bytesOf(content))).toBe('AUDIO_NOT_AUDIO');
  });

  it.each([page, drawing, archive])('refuses a recording with %j before or after it', async (content) => {
    for (const recording of [webm, mp4, ogg, mp3]) {
      expect(await refusalOf(concat(recording, bytesOf(content)))).toBe('AUDIO_NOT_AUDIO');
      expect(await refusalOf(concat(bytesOf(content), recording))).toBe('AUDIO_NOT_AUDIO');
    }
  });
});

describe('SEC-30: recordings that are too long', () => {
  it('refuses 400 s', async () => {
    const packets = repeat(await packetsOf(webm), 400 / 0.06, 0.06);
    for (const container of ['webm', 'mp4', 'ogg'] as const)
      expect(await refusalOf(await craft(webm, { container, packets }))).toBe('AUDIO_TOO_LONG');
  });

  it('refuses 400 s whose packets have timestamps of only 10 s', async () => {
    const opus = repeat(await packetsOf(webm), 400 / 0.06, 0.06 / 40);
    expect(await refusalOf(await craft(webm, { container: 'webm', packets: opus }))).toBe('AUDIO_TOO_LONG');
    const frameSeconds = 1024 / 48_000;
    const frames = repeat(await packetsOf(aac), 400 / frameSeconds, frameSeconds / 40);
    expect(await refusalOf(await craft(aac, { container: 'mp4', packets: frames }))).toBe('AUDIO_TOO_LONG');
  });

  it('refuses two hours whose header claims ten seconds, without decoding them', async () => {
    // One byte stands for 120 ms of silence.
    const packet = new EncodedPacket(Uint8Array.of(0x19), 'key', 0, 0.12);
    const packets = repeat([packet], 7200 / 0.12, 0.12);
    const recording = await craft(webm, { container: 'webm', packets });
    setWebmDuration(recording, 10_000);
    const before = process.cpuUsage();
    expect(await refusalOf(recording)).toBe('AUDIO_TOO_LONG');
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(3000);
  });

  it('refuses a packet two hours after the others', async () => {
    const packets = await packetsOf(webm);
    const late = packets
      .map((each, index) => (index === 80 ? each.clone({ timestamp: 7200 }) : each))
      .slice(0, 81);
    expect(await refusalOf(await craft(webm, { container: 'webm', packets: late }))).toBe('AUDIO_TOO_LONG');
  });

  it('refuses more blocks than fit into five minutes, before collecting them', async () => {
    const block = [0xa3, 0x85, 0x81, 0, 0, 0x80, 0x19];
    const blocks = Array.from({ length: 150_000 }, () => block).flat();
    expect(await refusalOf(concat(webm.subarray(0, simpleBlocksOf(webm)[0]), blocks))).toBe('AUDIO_TOO_LONG');
  });
});

describe('SEC-30: forged durations', () => {
  it('measures five seconds for any duration in the header', async () => {
    const asWebm = await craft(webm, { container: 'webm' });
    setWebmDuration(asWebm, 7_200_000);
    expect(await refusalOf(asWebm)).toBe('accepted, 4980 ms');
    const asMp4 = await craft(aac, { container: 'mp4' });
    const view = new DataView(asMp4.buffer);
    view.setUint32(positionOf(asMp4, 'mvhd') + 20, 0xfffffff0);
    view.setUint32(positionOf(asMp4, 'mdhd') + 20, 0xfffffff0);
    expect(await refusalOf(asMp4)).toBe('accepted, 8021 ms');
  });

  it('refuses twenty seconds of packets with timestamps within one second', async () => {
    const packets = repeat(await packetsOf(webm), 20 / 0.06, 0.003);
    expect(await refusalOf(await craft(webm, { container: 'webm', packets }))).toBe('AUDIO_UNDECODABLE');
  });
});

describe('recordings with a broken part', () => {
  it.each([
    ['zeros', () => 0],
    ['noise', (index: number) => (index * 7919 + (index >> 3) * 104_729) & 255],
  ])('are accepted up to that part: AAC whose second half is %s', async (_, byteOf) => {
    const recording = await craft(aac, { container: 'mp4' });
    const start = positionOf(recording, 'mdat') + 4;
    for (let at = start + ((recording.length - start) >> 1); at < recording.length; at += 1) {
      recording[at] = byteOf(at);
    }
    const inspection = await inspectBytes(recording);
    expect(inspection).toMatchObject({ ok: true, isCutShort: true });
    expect(Math.abs((inspection.ok ? inspection.durationMs : 0) - 4_200)).toBeLessThan(300);
    expect(inspection.ok && (await refusalOf(inspection.playback))).toMatch(/^accepted, 4\d{3} ms$/);
  });

  it('are accepted up to that part: tables that point beyond the end', async () => {
    const short = await craft(aac, { container: 'mp4' });
    const view = new DataView(short.buffer);
    const offsets = positionOf(short, 'stco') + 12;
    const last = offsets + 4 * (view.getUint32(offsets - 4) - 1);
    view.setUint32(last, short.length);
    expect(await inspectBytes(short)).toMatchObject({ ok: true, isCutShort: true, durationMs: 7_680 });
  });

  it('are accepted as a whole if the part is one packet', async () => {
    const packets = (await packetsOf(webm)).map((packet, index) =>
      // The first byte announces two frames that do not fit into the packet.
      index === 40 ? packet.clone({ data: Uint8Array.of(0xfa, 0xff, 0xff, 0xff) }) : packet,
    );
    expect(await refusalOf(await craft(webm, { container: 'webm', packets }))).toBe('accepted, 4980 ms');
  });
});

describe('recordings that cannot be played', () => {
  it('refuses tables that use the same bytes repeatedly', async () => {
    const bomb = await craft(aac, { container: 'mp4' });
    const view = new DataView(bomb.buffer);
    const sizes = positionOf(bomb, 'stsz') + 16;
    for (let index = 0; index < 376; index += 1) view.setUint32(sizes + index * 4, 2500);
    const offsets = positionOf(bomb, 'stco') + 12;
    const chunks = view.getUint32(offsets - 4);
    for (let index = 1; index < chunks; index += 1)
      view.setUint32(offsets + index * 4, view.getUint32(offsets));
    expect(await refusalOf(bomb)).toBe('AUDIO_UNDECODABLE');
  });

  it('refuses codecs that no recorder uses', async () => {
    // Replaces A_OPUS.
    const other = webm.slice();
    other.set(bytesOf('A_FLAC'), positionOf(webm, 'A_OPUS'));
    expect(await refusalOf(other)).toBe('AUDIO_UNDECODABLE');
  });

  it('refuses a WAV without a format', async () => {
    const wav = bytesOf('RIFF\u0024\u0000\u0000\u0000WAVEfmt '.padEnd(100, '\0'));
    expect(await refusalOf(wav)).toBe('AUDIO_UNDECODABLE');
  });

  it('SEC-34: copies no text that is hidden in the configuration of a decoder', async () => {
    const appendix = 'LUGAR-SECRETO '.repeat(5);
    const inspection = await inspectBytes(await craft(aac, { container: 'mp4', appendix }));
    expect(inspection.ok && positionsOf(inspection.playback, 'LUGAR-SECRETO')).toEqual([]);
  });
});

describe('SEC-34: data other than sound', () => {
  const secret = 'LUGAR-SECRETO ';

  it('is not copied from between the frames of an MP3', async () => {
    const mp3 = await readFixture('formats/vbr.mp3');
    const frame = mp3.findIndex((byte, at) => at > mp3.length / 2 && byte === 0xff && mp3[at + 1] === 0xfb);
    const planted = concat(mp3.subarray(0, frame), bytesOf(secret), mp3.subarray(frame));
    const inspection = await inspectBytes(planted);
    expect(inspection).toMatchObject({ ok: true, isCutShort: false });
    expect(inspection.ok && positionsOf(inspection.playback, secret)).toEqual([]);
  });

  it('is not copied from beside the blocks of a WebM', async () => {
    const planted = concat(webm, toBlockGroup(lastBlockOf(webm), bytesOf(secret)));
    expect(positionsOf(planted, secret)).toHaveLength(1);
    const inspection = await inspectBytes(planted);
    expect(inspection).toMatchObject({ ok: true });
    expect(inspection.ok && positionsOf(inspection.playback, secret)).toEqual([]);
  });

  it('does not affect the loudness of a recording', async () => {
    const wav = await readFixture('formats/u8.wav');
    const title = bytesOf('I: -69 LUFS Peak: -60 dBFS');
    const info = concat(bytesOf('INFOINAM'), uint32Of(title.length), title);
    const list = concat(bytesOf('LIST'), uint32Of(info.length), info);
    const planted = concat(wav.subarray(0, 12), list, wav.subarray(12));
    expect(await loudnessOf(planted)).toEqual(await loudnessOf(wav));
  });
});

const uint32Of = (value: number): Uint8Array => new Uint8Array(Uint32Array.of(value).buffer);

/** Returns the content of the block with which a WebM ends: track, time, flags and sound. */
function lastBlockOf(webm: Uint8Array): Uint8Array {
  for (let at = webm.length - 4; at > 0; at -= 1) {
    const size = ((webm[at + 1] ?? 0) & 0x3f) * 256 + (webm[at + 2] ?? 0);
    if (webm[at] === 0xa3 && (webm[at + 1] ?? 0) >> 6 === 1 && at + 3 + size === webm.length)
      return webm.subarray(at + 3);
  }
  throw new Error('It ends with no block.');
}

const element = (id: readonly number[], content: Uint8Array): Uint8Array =>
  concat(id, [0x40 | (content.length >> 8), content.length & 0xff], content);

/** Returns a group with a block and an addition to it. */
function toBlockGroup(block: Uint8Array, addition: Uint8Array): Uint8Array {
  const more = element([0xa6], concat(element([0xee], Uint8Array.of(1)), element([0xa5], addition)));
  return element([0xa0], concat(element([0xa1], block), element([0x75, 0xa1], more)));
}

/** Sets the element Duration, a 64-bit number of milliseconds. */
function setWebmDuration(bytes: Uint8Array<ArrayBuffer>, durationMs: number): void {
  new DataView(bytes.buffer).setFloat64(positionOf(bytes, [0x44, 0x89, 0x88]) + 3, durationMs);
}
