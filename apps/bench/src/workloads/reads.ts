import { listPopular } from '../data/facts.ts';
import { toRatioRow } from '../report/compare-row.ts';
import { measure, oursAs, peerAs, type Workload } from './bench.ts';
import { graphql, query } from './calls.ts';
import { graphqlStory } from './feed-pages.ts';

const readStories = 2_000;

export const measureStory: Workload = async (bench) => {
  const ids = listPopular(bench.world, readStories);
  const [ours, raw, prisma, postgraphile] = await measure(bench, [
    oursAs(
      bench,
      'story',
      ids.map((id) => query('stories.byId', { id })),
    ),
    await peerAs(
      bench,
      'hand-written',
      ids.map((id) => ({ path: `/story/${id}` })),
    ),
    await peerAs(
      bench,
      'express-prisma',
      ids.map((id) => ({ path: `/story/${id}` })),
    ),
    await peerAs(
      bench,
      'postgraphile',
      ids.map((id) => graphql(graphqlStory(id))),
    ),
  ]);
  if (!ours) return [];
  return [
    toRatioRow('story view', ours, raw ?? null, 'node + pg', 0.6),
    toRatioRow('', ours, postgraphile ?? null, 'PostGraphile', null),
    toRatioRow('', ours, prisma ?? null, 'Express + Prisma', null),
  ];
};

export const measureComments: Workload = async (bench) => {
  const ids = listPopular(bench.world, readStories);
  const [ours, raw, prisma] = await measure(bench, [
    oursAs(
      bench,
      'comments',
      ids.map((storyId) => query('comments.list', { storyId })),
    ),
    await peerAs(
      bench,
      'hand-written',
      ids.map((id) => ({ path: `/comments/${id}` })),
    ),
    await peerAs(
      bench,
      'express-prisma',
      ids.map((id) => ({ path: `/comments/${id}` })),
    ),
  ]);
  if (!ours) return [];
  return [
    toRatioRow('comments of a story', ours, raw ?? null, 'node + pg', 0.6),
    toRatioRow('', ours, prisma ?? null, 'Express + Prisma', null),
  ];
};
