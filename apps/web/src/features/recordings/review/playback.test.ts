import { describe, expect, it } from 'vitest';
import { mixDown } from './decode-voice.ts';
import { needsDecoding, toExtension } from './playback.ts';
import { toWav } from './to-wav.ts';

describe('needsDecoding', () => {
  it('is true for the AAC that WebKit records, whether it names it or not', () => {
    expect(['audio/mp4', 'audio/mp4;codecs=mp4a.40.2'].map(needsDecoding)).toEqual([true, true]);
  });

  it('is false for Opus, in any container', () => {
    const types = ['audio/mp4;codecs=opus', 'audio/webm;codecs=opus', 'audio/webm', 'audio/ogg; codecs=opus'];
    expect(types.map(needsDecoding)).toEqual([false, false, false, false]);
  });
});

describe('toWav', () => {
  it('writes a header for one channel, 16 bits and the rate', async () => {
    const view = new DataView(await toWav(new Float32Array(24_000), 24_000).arrayBuffer());
    const text = (from: number, to: number) => Buffer.from(view.buffer.slice(from, to)).toString('latin1');
    expect([text(0, 4), text(8, 16), text(36, 40)]).toEqual(['RIFF', 'WAVEfmt ', 'data']);
    expect(view.getUint32(4, true)).toBe(view.byteLength - 8);
    expect(view.getUint16(22, true)).toBe(1);
    expect(view.getUint32(24, true)).toBe(24_000);
    expect(view.getUint32(28, true)).toBe(48_000);
    expect(view.getUint16(34, true)).toBe(16);
    expect(view.getUint32(40, true)).toBe(48_000);
  });

  it('writes the samples, and clips those that are too loud', async () => {
    const view = new DataView(await toWav(new Float32Array([0, 1, -1, 4, -4]), 8000).arrayBuffer());
    const samples = [0, 1, 2, 3, 4].map((index) => view.getInt16(44 + index * 2, true));
    expect(samples).toEqual([0, 32_767, -32_767, 32_767, -32_767]);
  });
});

it.each([
  ['audio/webm;codecs=opus', 'webm'],
  ['audio/mp4', 'mp4'],
  ['audio/x-m4a', 'm4a'],
  ['audio/mpeg', 'mp3'],
  ['audio/x-wav', 'wav'],
  ['application/ogg', 'ogg'],
  ['video/mp4', 'mp4'],
  ['video/quicktime', 'mov'],
  ['video/x-matroska', 'mkv'],
  ['video/mpeg', 'mpeg'],
  ['application/octet-stream', 'webm'],
  ['', 'webm'],
])('a file of the type %j is downloaded as .%s', (mimeType, extension) => {
  expect(toExtension(mimeType)).toBe(extension);
});

it('mixes several channels down to their mean', () => {
  expect([...mixDown([new Float32Array([1, 0.5]), new Float32Array([0, -0.5])])]).toEqual([0.5, 0]);
});
