import { fork } from 'node:child_process';
import { once } from 'node:events';
import { limits } from '@relato/contract/limits';
import { describe, expect, it } from 'vitest';
import { inspectRecording } from './tasks.ts';
import { readFixture, simpleBlocksOf } from './testing/recordings.ts';

describe('inspectRecording', () => {
  it('inspects a full-length recording without blocking the process', async () => {
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    turn();
    const inspection = await inspectRecording(await readFixture('chromium_300s_noduration.webm'));
    isOver = true;
    expect(inspection).toMatchObject({ ok: true, container: 'webm', codec: 'opus', durationMs: 299_820 });
    if (!inspection.ok) return;
    expect(inspection.mimeType).toBe('audio/webm');
    expect(inspection.playback).toBeInstanceOf(Uint8Array);
    expect(inspection.peaks).toHaveLength(limits.recording.peaks);
    expect(turns).toBeGreaterThan(1000);
  });

  it('returns a refusal', async () => {
    const text = new TextEncoder().encode('Había una vez');
    expect(await inspectRecording(text)).toEqual({ ok: false, reason: 'AUDIO_NOT_AUDIO' });
  });

  it('refuses empty and too large files without inspecting them', async () => {
    expect(await inspectRecording(new Uint8Array())).toEqual({ ok: false, reason: 'AUDIO_EMPTY' });
    const huge = new Uint8Array(limits.recording.maxBytes + 1);
    expect(await inspectRecording(huge)).toEqual({ ok: false, reason: 'AUDIO_TOO_BIG' });
  });

  it('SEC-44: refuses a file that takes more CPU time than any recording', async () => {
    const recording = await readFixture('chromium_300s_noduration.webm');
    expect(await inspectRecording(recording, { cpuLimitMs: 300 })).toEqual({
      ok: false,
      reason: 'AUDIO_UNDECODABLE',
    });
  });

  it('refuses a file that takes more memory than any recording', async () => {
    const refused = { ok: false, reason: 'AUDIO_UNDECODABLE' };
    const recording = await readFixture('chromium_300s_noduration.webm');
    expect(await inspectRecording(recording, { memoryMegabytes: 60 })).toEqual(refused);
    const start = recording.subarray(0, simpleBlocksOf(recording)[0]);
    const blocks = Buffer.alloc(150_000 * 7, Uint8Array.of(0xa3, 0x85, 0x81, 0, 0, 0x80, 0x19));
    const many = Buffer.concat([start, blocks]);
    expect(await inspectRecording(many, { heapMegabytes: 12 })).toEqual(refused);
  });

  it('SEC-44: needs no memory for each of millions of elements', async () => {
    const recording = await readFixture('chromium_timeslice_noduration.webm');
    const voids = Buffer.alloc(3_000_000, Uint8Array.of(0xec, 0x80));
    expect(await inspectRecording(Buffer.concat([recording, voids]), { heapMegabytes: 40 })).toMatchObject({
      ok: true,
    });
  });

  it('throws, but refuses nothing, after the time limit', async () => {
    const recording = await readFixture('chromium_timeslice_noduration.webm');
    await expect(inspectRecording(recording, { timeLimitMs: 1 })).rejects.toThrow(
      'without an answer: SIGKILL',
    );
  });

  it('tells the CPU time that it took, however long this process was busy', async () => {
    const used: number[] = [];
    const onUsed = (cpuMs: number) => void used.push(cpuMs);
    const inspecting = inspectRecording(await readFixture('chromium_timeslice_noduration.webm'), { onUsed });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4_000);
    expect(await inspecting).toMatchObject({ ok: true });
    expect(used).toEqual([expect.any(Number)]);
    expect(used[0]).toBeGreaterThan(0);
    expect(used[0]).toBeLessThan(3_500);
  });

  it('tells no more than its limit of CPU time for a process that was killed', async () => {
    const used: number[] = [];
    const onUsed = (cpuMs: number) => void used.push(cpuMs);
    const recording = await readFixture('chromium_300s_noduration.webm');
    await inspectRecording(recording, { onUsed, cpuLimitMs: 300 });
    await inspectRecording(recording, { onUsed, timeLimitMs: 1, cpuLimitMs: 300 }).catch(() => {});
    expect(used).toHaveLength(2);
    for (const each of used) expect(each).toBeLessThanOrEqual(300);
  });

  it('leaves no process behind when the server has ended', async () => {
    const child = fork(new URL('audio-process.ts', import.meta.url), ['inspect', '60000', '512'], {
      serialization: 'advanced',
    });
    const ended = once(child, 'exit');
    const bytes = await readFixture('chromium_timeslice_noduration.webm');
    child.send({ task: 'inspect', bytes }, () => child.disconnect());
    expect(await ended).toEqual([0, null]);
  });
});
