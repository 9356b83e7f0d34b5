import { measureBeside, type Workload } from '../bench.ts';
import { audioBytes } from '../data/noise.ts';
import { listAudible, listPopular } from '../data/facts.ts';
import { post, query } from './calls.ts';
import { storyFields } from './feed.ts';

const readStories = 2_000;

export const measureStory: Workload = async (bench) => {
  const ids = await listPopular(bench.relato, readStories);
  const stories = ids.map((id) => ({ path: `/story/${id}` }));
  const graphql = ids.map((id) =>
    post('/graphql', { query: `{ storyByRowId(rowId: "${id}") { ${storyFields} transcriptWords } }` }),
  );
  return measureBeside(
    bench,
    'story view',
    ids.map((id) => query('stories.byId', { id })),
    [
      { peer: 'hand-written', name: 'node + pg', requests: stories, atLeast: 0.6 },
      { peer: 'postgraphile', name: 'PostGraphile', requests: graphql, atLeast: null },
    ],
  );
};

export const measureComments: Workload = async (bench) => {
  const ids = await listPopular(bench.relato, readStories);
  const requests = ids.map((id) => ({ path: `/comments/${id}` }));
  return measureBeside(
    bench,
    'comments of a story',
    ids.map((storyId) => query('comments.list', { storyId })),
    [{ peer: 'hand-written', name: 'node + pg', requests, atLeast: 0.6 }],
  );
};

export const rangeBytes = 64 * 1024;
const ranges = Math.floor(audioBytes / rangeBytes);

/** Ranges of stories that have audio. */
export const measureAudio: Workload = async (bench) => {
  const audible = (await listAudible(bench.relato)).flatMap(({ id, key }) =>
    Array.from({ length: ranges }, (_, part) => {
      const range = `bytes=${part * rangeBytes}-${(part + 1) * rangeBytes - 1}`;
      return { id, key, headers: { range } };
    }),
  );
  const files = audible.map(({ key, headers }) => ({ path: `/audio/${key}`, headers }));
  return measureBeside(
    bench,
    'audio, ranges of 64 KiB',
    audible.map(({ id, headers }) => ({ path: `/audio/${id}`, headers })),
    [
      { peer: 'hand-written', name: 'a bare node stream', requests: files, atLeast: 0.9 },
      { peer: 'nginx', name: 'nginx', requests: files, atLeast: null },
    ],
  );
};
