import { fork } from 'node:child_process';
import { once } from 'node:events';
import { getActiveResourcesInfo } from 'node:process';
import { limits } from '@relato/contract/limits';
import { describe, expect, it } from 'vitest';
import { Refusal } from './refusal.ts';
import { decodeSpeech, encodeMp3, inspectRecording } from './tasks.ts';
import { makeFullLength } from './testing/full-length.ts';
import { readFixture, simpleBlocksOf } from './testing/recordings.ts';

const undecodable = { ok: false, reason: 'AUDIO_UNDECODABLE' };
const readShort = () => readFixture('chromium_timeslice_noduration.webm');
const readLong = () => readFixture('chromium_300s_noduration.webm');
const countProcesses = () => getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;

describe('the process of a task', () => {
  it('inspects a full-length recording without blocking this one', async () => {
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    turn();
    const inspection = await inspectRecording(await readLong());
    isOver = true;
    expect(inspection).toMatchObject({ ok: true, mimeType: 'audio/webm', durationMs: 299_820 });
    expect(inspection.ok && inspection.playback).toBeInstanceOf(Uint8Array);
    expect(turns).toBeGreaterThan(1000);
  });

  it.each([
    ['AUDIO_EMPTY', new Uint8Array()],
    ['AUDIO_TOO_BIG', new Uint8Array(limits.recording.maxBytes + 1)],
    ['AUDIO_NOT_AUDIO', new TextEncoder().encode('Había una vez')],
  ])('answers %s', async (reason, bytes) => {
    expect(await inspectRecording(bytes)).toEqual({ ok: false, reason });
  });

  it('SEC-44: refuses a file that takes more CPU time or memory than any recording, and reports at most the limit', async () => {
    const recording = await readLong();
    const used: number[] = [];
    const onUsed = (cpuMs: number) => void used.push(cpuMs);
    expect(await inspectRecording(recording, { onUsed, cpuLimitMs: 300 })).toEqual(undecodable);
    expect(await inspectRecording(recording, { memoryMegabytes: 60 })).toEqual(undecodable);
    const start = recording.subarray(0, simpleBlocksOf(recording)[0]);
    const blocks = Buffer.alloc(150_000 * 7, Uint8Array.of(0xa3, 0x85, 0x81, 0, 0, 0x80, 0x19));
    const many = Buffer.concat([start, blocks]);
    expect(await inspectRecording(many, { heapMegabytes: 12 })).toEqual(undecodable);
    // A busy machine is not a verdict about the file.
    const late = inspectRecording(recording, { onUsed, timeLimitMs: 1, cpuLimitMs: 300 });
    await expect(late).rejects.toThrow('without an answer: SIGKILL');
    expect(used).toHaveLength(2);
    expect(Math.max(...used)).toBeLessThanOrEqual(300);
  });

  it('SEC-44: needs no memory for each of millions of elements', async () => {
    const voids = Buffer.alloc(3_000_000, Uint8Array.of(0xec, 0x80));
    const recording = Buffer.concat([await readShort(), voids]);
    expect(await inspectRecording(recording, { heapMegabytes: 40 })).toMatchObject({ ok: true });
  });

  it('reports its CPU time, however long this process was busy', async () => {
    const used: number[] = [];
    const onUsed = (cpuMs: number) => void used.push(cpuMs);
    const inspecting = inspectRecording(await readShort(), { onUsed });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4_000);
    expect(await inspecting).toMatchObject({ ok: true });
    expect(used).toEqual([expect.any(Number)]);
    expect(used[0]).toBeGreaterThan(0);
    expect(used[0]).toBeLessThan(3_500);
  });

  it('is ended by the signal, whose reason is thrown', async () => {
    const recording = await readLong();
    const before = countProcesses();
    const controller = new AbortController();
    const decoding = decodeSpeech(recording, { signal: controller.signal });
    controller.abort(new Error('The worker stops'));
    await expect(decoding).rejects.toThrow('The worker stops');
    await expect.poll(countProcesses).toBe(before);
    await expect(decodeSpeech(recording, { signal: controller.signal })).rejects.toThrow('The worker stops');
    expect(countProcesses()).toBe(before);
  });

  it('ends when the server has ended', async () => {
    const child = fork(new URL('process/audio-process.ts', import.meta.url), ['inspect', '60000', '512'], {
      serialization: 'advanced',
    });
    const ended = once(child, 'exit');
    child.send(await readShort(), () => child.disconnect());
    expect(await ended).toEqual([null, 'SIGKILL']);
  });
});

it('five minutes are decoded within the limits', async () => {
  const samples = await decodeSpeech(await makeFullLength('AAC in MP4'), { memoryMegabytes: 300 });
  expect(samples.length / 16_000).toBeCloseTo(300, 0);
  expect(samples.some((sample) => Math.abs(sample) > 0.05)).toBe(true);
});

it('a recording is encoded, and a Refusal is thrown', async () => {
  expect((await encodeMp3(await readFixture('bursts.ogg'))).length / 3_000).toBeCloseTo(8, 0);
  await expect(encodeMp3(await readLong(), { cpuLimitMs: 300 })).rejects.toThrow(Refusal);
});
