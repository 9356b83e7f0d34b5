import { measureBeside, measureOurs, measurePlainly, type Workload } from '../bench.ts';
import { readPositions } from '../data/facts.ts';
import { rateRatio } from '../load/compare.ts';
import type { LoadRequest } from '../load/run-load.ts';
import { median } from '../load/statistics.ts';
import { times } from '../report/rows.ts';
import { browserHeaders, firstPages, firstPagesOfPeer, pageAfter, post, query } from './calls.ts';

const maxMemoryMb = 220;
const pageSize = 20;
const computedFeed = 'feed, page 1 of 20, computed for each request';
const feedOfBrowsers = 'feed, page 1, as browsers see it (shared for 1 s)';
const sharedFeed = [query('stories.feed', {}, browserHeaders)];

export const storyFields = `rowId title transcript durationMs tags createdAt published upvotes downvotes commentsCount
  commenters recordingByRecordingId { peaks } userByUserId { rowId profileByRowId { username } }`;
const graphqlFeed = post('/graphql', {
  query: `{ allStories(first: 20, orderBy: [SCORE_DESC, CREATED_AT_DESC, ROW_ID_DESC],
  condition: { published: true, hiddenAt: null }) { nodes { ${storyFields} } pageInfo { endCursor } } }`,
});

/** Parse sends the id and the times of every object unasked. */
const parseFeed: LoadRequest = {
  path: `/parse/classes/Story?${new URLSearchParams({
    where: JSON.stringify({ published: true, hiddenAt: null }),
    keys: 'title,transcript,durationMs,peaks,tags,published,upvotes,downvotes,commentsCount,commenters,author.username',
    include: 'author',
    order: '-score,-createdAt,-objectId',
    limit: '20',
  }).toString()}`,
  headers: { 'x-parse-application-id': 'bench' },
};
/** The permission to read includes the condition that stories are published. */
const directusFeed: LoadRequest = {
  path: `/items/stories?${new URLSearchParams({
    fields:
      'id,title,transcript,duration_ms,tags,created_at,published,upvotes,downvotes,comments_count,commenters,recording_id.peaks,user_id.id,user_id.profile.username',
    sort: '-score,-created_at,-id',
    limit: '20',
  }).toString()}`,
};

/** The feed, against all peers. */
export const measureFeed: Workload = async (bench) => {
  const computed = await measureBeside(bench, computedFeed, firstPages, [
    { peer: 'hand-written', name: 'node + pg', requests: firstPagesOfPeer, atLeast: 0.6 },
    { peer: 'postgraphile', name: 'PostGraphile', requests: [graphqlFeed], atLeast: 3 },
  ]);
  const shared = await measureBeside(bench, feedOfBrowsers, sharedFeed, [
    { peer: 'hand-written', name: 'node + pg', requests: [{ path: '/feed' }], atLeast: 1.8 },
  ]);
  const memoryMb = bench.relato.readMemory();
  // The database has too few connections for the pools of all peers.
  await bench.peers.stop(['postgraphile']);
  const [parse, directus] = [
    { peer: 'parse-server', name: 'Parse Server', requests: [parseFeed] },
    { peer: 'directus', name: 'Directus', requests: [directusFeed] },
  ] as const;
  const besideBackends = [
    ...(await measureBeside(bench, computedFeed, firstPages, [
      { ...parse, atLeast: 4.5 },
      { ...directus, atLeast: 15 },
    ])),
    ...(await measureBeside(bench, feedOfBrowsers, sharedFeed, [
      { ...parse, atLeast: null },
      { ...directus, atLeast: null },
    ])),
  ];
  await bench.peers.stop(['parse-server', 'directus']);
  return [
    ...computed,
    ...shared,
    {
      workload: 'memory of the server under the feed load',
      bar: `≤ ${maxMemoryMb} MB`,
      measured: memoryMb === null ? '' : `**${memoryMb.toFixed(0)} MB** resident`,
      holds: memoryMb === null ? null : memoryMb <= maxMemoryMb,
    },
    ...besideBackends,
  ];
};

/** A page far down, beside the first one. */
export const measureDeepPage: Workload = async (bench) => {
  const place = Math.min(10_000 * pageSize, Math.floor(bench.stories / 2));
  const positions = await readPositions(bench.relato, place, pageSize, 400);
  const [first, deep] = await measureOurs(bench, [firstPages, positions.map(pageAfter)]);
  if (!first || !deep) return [];
  const ratio = rateRatio(first, deep);
  return [
    {
      workload: `feed, page ${Math.round(place / pageSize).toLocaleString('en')}`,
      bar: '≤ 1.2 × the time of page 1',
      measured: `**${times(ratio)}**: ${median(deep.rates).toFixed(0)}/s; page 1 ${median(first.rates).toFixed(0)}/s`,
      holds: ratio <= 1.2 && deep.failures === 0,
    },
  ];
};

/** The first calls of a browser that opens the app, and the pages that contain their answers. */
export const measureFirstCalls: Workload = (bench) => {
  const inputs = encodeURIComponent(JSON.stringify({ 0: {}, 1: {}, 2: { json: {} } }));
  const headers = { ...browserHeaders, accept: 'text/html', 'sec-fetch-site': 'none' };
  return measurePlainly(bench, {
    'settings, session and feed in one call': {
      path: `/trpc/settings.public,account.session,stories.feed?batch=1&input=${inputs}`,
      headers: browserHeaders,
    },
    'HTML of /': { path: '/', headers },
    'HTML of /search': { path: '/search', headers },
  });
};
