import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Workload } from '../bench.ts';
import { idOf } from '../data/facts.ts';
import { audioBytes, createNoise } from '../data/noise.ts';
import { quantile } from '../load/statistics.ts';
import { ms, seconds, times } from '../report/rows.ts';
import { createRecorder } from './uploads.ts';

const maxRatio = 3;

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Uploads two megabytes and saves the story, compared with a durable write of the same bytes and a commit. */
export const measureSave: Workload = async ({ relato, peers, users, isLong, seed }) => {
  const peer = await peers.get('hand-written');
  const [ours, limit]: [number[], number[]] = [[], []];
  // The first turn warms up, like the first round of the other workloads.
  for (let turn = 0; turn <= (isLong ? 40 : 12); turn += 1) {
    const audio = createNoise(audioBytes, turn + 1);
    const recorder = createRecorder(relato, (seed + turn) % Math.min(1_000, users));
    const uploaded = await time(async () => {
      await recorder.begin();
      await recorder.open(audio.byteLength);
      await recorder.append(0, audio);
    });
    // The app waits for the inspection in the background, while its user writes the title.
    await recorder.whenInspected();
    ours.push(uploaded + (await time(() => recorder.createStory())));
    const url = `${peer.origin}/save/${idOf('recording', turn)}`;
    limit.push(await time(async () => (await fetch(url, { method: 'POST', body: audio })).arrayBuffer()));
  }
  const [p95 = Number.NaN, p95OfLimit = Number.NaN] = [ours, limit].map((taken) =>
    quantile(taken.slice(1), 0.95),
  );
  return [
    {
      workload: 'save with 2 MB of audio (announce, upload, create)',
      bar: `p95 ≤ ${maxRatio} × a durable file write + commit`,
      measured: `**${times(p95 / p95OfLimit)}**: p95 ${ms(p95)}, a durable write + commit ${ms(p95OfLimit)}`,
      holds: p95 / p95OfLimit <= maxRatio,
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

/**
 * A recording of 300 s that is uploaded while it is recorded, over a slow network: the time from its last second to the
 * transcriber.
 */
export const measureRecording: Workload = async ({ relato, users, seed, transcriber, isLong }) => {
  const audio = await readFile(recordingFile);
  const lastSecond = audio.byteLength - Math.ceil(audio.byteLength / recordingSeconds);
  const waits: number[] = [];
  for (let turn = 0; turn < (isLong ? 5 : 3); turn += 1) {
    const recorder = createRecorder(relato, 1 + ((seed + 500 + turn) % Math.min(1_000, users - 1)));
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
  const longest = Math.max(...waits);
  return [
    {
      workload: 'stop → transcript of 300 s started, over 1.6/0.75 Mbit/s',
      bar: `≤ ${maxStartMs / 1_000} s`,
      measured: `**${seconds(longest)}**, the longest of ${waits.length}`,
      holds: longest <= maxStartMs,
    },
  ];
};
