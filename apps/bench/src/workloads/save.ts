import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createNoise } from '../generator/audio.ts';
import { idOf } from '../generator/world.ts';
import { quantile } from '../load/statistics.ts';
import { ms, seconds, times } from '../report/figures.ts';
import type { Workload } from './bench.ts';
import { createRecorder } from './uploads.ts';

const audioBytes = 2_000_000;
const maxRatio = 3;
const p95 = (values: readonly number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.95,
  );

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Uploads two megabytes and saves the story, against a durable write of the same bytes and a commit. */
export const measureSave: Workload = async (bench) => {
  const { relato, world, isLong, seed } = bench;
  const peer = await bench.getPeer('hand-written');
  if (!peer) throw new Error('The hand-written peer did not start');
  const [ours, limit]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < (isLong ? 40 : 12); turn += 1) {
    const audio = createNoise(audioBytes, turn + 1);
    const recorder = createRecorder(relato, (seed + turn) % Math.min(1_000, world.users));
    const uploaded = await time(async () => {
      await recorder.begin();
      await recorder.open(audio.byteLength);
      await recorder.append(0, audio);
    });
    // The app waits for it in the background, while its user writes the title.
    await recorder.whenInspected();
    ours.push(uploaded + (await time(() => recorder.createStory())));
    const path = `/save/${idOf('recording', turn)}`;
    limit.push(
      await time(async () =>
        (await fetch(peer.origin + path, { method: 'POST', body: audio })).arrayBuffer(),
      ),
    );
  }
  const ratio = p95(ours) / p95(limit);
  return [
    {
      workload: 'save with 2 MB of audio (announce, upload, create)',
      bar: `p95 ≤ ${maxRatio} × a durable file write + commit`,
      measured: `**${times(ratio)}**: p95 ${ms(p95(ours))}, a durable write + commit ${ms(p95(limit))}`,
      holds: ratio <= maxRatio,
    },
  ];
};

const recordingFile = fileURLToPath(
  new URL('../../../../packages/testing/fixtures/audio/chromium_300s_noduration.webm', import.meta.url),
);
const recordingSeconds = 300;
const roundTripMs = 150;
const upBytesPerMs = 750_000 / 8 / 1_000;
const maxStartMs = 2_000;

/** A recording of 300 s that was uploaded while it was made, over a slow network: from its last second to the transcriber. */
export const measureRecording: Workload = async (bench) => {
  const { relato, world, seed, transcriber, isLong } = bench;
  const audio = await readFile(recordingFile);
  const lastSecond = audio.byteLength - Math.ceil(audio.byteLength / recordingSeconds);
  const waits: number[] = [];
  for (let turn = 0; turn < (isLong ? 5 : 3); turn += 1) {
    const recorder = createRecorder(relato, 1 + ((seed + 500 + turn) % Math.min(1_000, world.users - 1)));
    await recorder.begin();
    await recorder.open(null);
    await recorder.append(0, audio.subarray(0, lastSecond));
    const known = transcriber.jobs.length;
    const stoppedAt = Date.now();
    const rest = audio.subarray(lastSecond);
    await delay(roundTripMs + rest.byteLength / upBytesPerMs);
    await recorder.append(lastSecond, rest, audio.byteLength);
    for (let waited = 0; transcriber.jobs.length === known && waited < 30_000; waited += 20) await delay(20);
    waits.push((transcriber.jobs[known]?.startedAt ?? Number.NaN) - stoppedAt);
  }
  const wait = p95(waits);
  return [
    {
      workload: 'stop → transcript started, 300 s recorded over 1.6/0.75 Mbit/s and 150 ms',
      bar: `≤ ${maxStartMs / 1_000} s`,
      measured: `**${seconds(wait)}**, the longest of ${waits.length}`,
      holds: wait <= maxStartMs,
    },
  ];
};
