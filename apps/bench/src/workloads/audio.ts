import { join } from 'node:path';
import { audioBytes, audioKey, idOf, storiesWithAudio } from '../generator/world.ts';
import { toRatioRow } from '../report/compare-row.ts';
import { measure, oursAs, peerAs, type Workload } from './bench.ts';

export const rangeBytes = 64 * 1024;
const ranges = Math.floor(audioBytes / rangeBytes);

const headersOf = (index: number): Readonly<Record<string, string>> => {
  const start = (index % ranges) * rangeBytes;
  return { range: `bytes=${start}-${start + rangeBytes - 1}` };
};
const indexes = Array.from({ length: 1_000 }, (_, index) => index);

/** Ranges of stories that have audio, against a bare node stream and nginx. */
export const measureAudio: Workload = async (bench) => {
  const { world } = bench;
  const files = indexes.map((index) => ({
    path: `/audio/${audioKey('playback', index % storiesWithAudio)}`,
    headers: headersOf(index),
  }));
  const [ours, node, nginx] = await measure(bench, [
    oursAs(
      bench,
      'audio',
      indexes.map((index) => ({
        path: `/audio/${idOf('story', world.storyAtRank(index % storiesWithAudio))}`,
        headers: headersOf(index),
      })),
    ),
    await peerAs(bench, 'hand-written', files),
    await peerAs(bench, 'nginx', files),
  ]);
  if (!ours) return [];
  return [
    toRatioRow('audio, ranges of 64 KiB', ours, node ?? null, 'a bare node stream', 0.9),
    toRatioRow('', ours, nginx ?? null, 'nginx', null),
  ];
};

export const audioDirOf = (dataDir: string): string => join(dataDir, 'audio');
