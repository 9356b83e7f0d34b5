import { getActiveResourcesInfo } from 'node:process';
import { limits } from '@relato/contract/limits';
import { describe, expect, it } from 'vitest';
import { decodeSpeech } from './tasks.ts';
import { Refusal } from './refusal.ts';
import { makeFullLength } from './testing/full-length.ts';
import { readFixture } from './testing/recordings.ts';

const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.catch((thrown: unknown) => thrown);
  return error instanceof Refusal ? error.reason : error;
};

const countProcesses = () => getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;

describe('decodeSpeech', () => {
  it.each(['Opus in WebM', 'AAC in MP4', 'MP3'] as const)(
    'decodes five minutes of %s within its limits',
    async (title) => {
      const samples = await decodeSpeech(await makeFullLength(title), { memoryMegabytes: 300 });
      expect(samples.length / 16_000).toBeCloseTo(300, 0);
      expect(samples.some((sample) => Math.abs(sample) > 0.05)).toBe(true);
    },
  );

  it('throws a Refusal for what is no recording', async () => {
    const text = new TextEncoder().encode('Había una vez');
    expect(await refusalOf(decodeSpeech(text))).toBe('AUDIO_NOT_AUDIO');
    expect(await refusalOf(decodeSpeech(new Uint8Array()))).toBe('AUDIO_EMPTY');
    const huge = new Uint8Array(limits.recording.maxBytes + 1);
    expect(await refusalOf(decodeSpeech(huge))).toBe('AUDIO_TOO_BIG');
  });

  it('throws a Refusal for what takes more CPU time or memory than any recording', async () => {
    const recording = await readFixture('chromium_300s_noduration.webm');
    expect(await refusalOf(decodeSpeech(recording, { cpuLimitMs: 300 }))).toBe('AUDIO_UNDECODABLE');
    expect(await refusalOf(decodeSpeech(recording, { memoryMegabytes: 60 }))).toBe('AUDIO_UNDECODABLE');
  });

  it('throws another error after the time limit, which is no verdict', async () => {
    const recording = await readFixture('bursts.ogg');
    await expect(decodeSpeech(recording, { timeLimitMs: 1 })).rejects.toThrow('without an answer: SIGKILL');
  });

  it('ends its process, and throws the reason, when its signal is aborted', async () => {
    const recording = await readFixture('chromium_300s_noduration.webm');
    const before = countProcesses();
    const controller = new AbortController();
    const decoding = decodeSpeech(recording, { signal: controller.signal });
    controller.abort(new Error('The worker stops'));
    await expect(decoding).rejects.toThrow('The worker stops');
    await expect.poll(countProcesses).toBe(before);
    await expect(decodeSpeech(recording, { signal: controller.signal })).rejects.toThrow('The worker stops');
    expect(countProcesses()).toBe(before);
  });
});
