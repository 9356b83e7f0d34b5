import { describe, expect, it } from 'vitest';
import { mustDecode } from './playback.ts';

describe('mustDecode', () => {
  it('is for the AAC that WebKit records, whether it names it or not', () => {
    expect(['audio/mp4', 'audio/mp4;codecs=mp4a.40.2'].map(mustDecode)).toEqual([true, true]);
  });

  it('is not for Opus, in whatever container', () => {
    const types = ['audio/mp4;codecs=opus', 'audio/webm;codecs=opus', 'audio/webm', 'audio/ogg; codecs=opus'];
    expect(types.map(mustDecode)).toEqual([false, false, false, false]);
  });
});
