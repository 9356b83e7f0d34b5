import type { LoadRequest } from '../load/protocol.ts';
import type { Position } from '../data/facts.ts';
import { query } from './calls.ts';

/** Enough that none comes twice within the second that a shared page lives. */
const distinctPages = 4_000;

const toCursor = ({ score, createdAt, id }: Position): string =>
  Buffer.from(JSON.stringify([score, createdAt.getTime(), id])).toString('base64url');

/** A position above every story. Each number gives another cursor of the same page, so no cache knows it. */
const aboveAll = (number: number): Position => ({
  score: 2_147_483_647,
  createdAt: new Date(Date.UTC(2030, 0, 1) + number),
  id: 'ffffffff-ffff-7fff-8fff-ffffffffffff',
});

const after = (position: Position): LoadRequest => query('stories.feed', { cursor: toCursor(position) });
const afterOfPeer = ({ score, createdAt, id }: Position): LoadRequest => ({
  path: `/feed?cursor=${score},${createdAt.toISOString()},${id}`,
});

const numbers = Array.from({ length: distinctPages }, (_, number) => number);

/** The first page, asked for in so many ways that each answer is computed. */
export const firstPages: readonly LoadRequest[] = numbers.map((number) => after(aboveAll(number)));
export const firstPagesOfPeer: readonly LoadRequest[] = numbers.map((number) =>
  afterOfPeer(aboveAll(number)),
);
export const pagesAfter = (positions: readonly Position[]): readonly LoadRequest[] => positions.map(after);

const storyFields = `rowId title transcript durationMs tags createdAt published upvotes downvotes commentsCount
  anonymousComments recordingByRecordingId { peaks } userByUserId { rowId profileByRowId { username } }`;
export const graphqlFeed = `{ allStories(first: 20, orderBy: [SCORE_DESC, CREATED_AT_DESC, ROW_ID_DESC],
  condition: { published: true, hiddenAt: null }) { nodes { ${storyFields} } pageInfo { endCursor } } }`;

/** Parse sends the id and the times of every object unasked. */
export const parseFeed: LoadRequest = {
  path: `/parse/classes/Story?${new URLSearchParams({
    where: JSON.stringify({ published: true, hiddenAt: null }),
    keys: 'title,transcript,durationMs,peaks,tags,published,upvotes,downvotes,commentsCount,anonymousComments,author.username',
    include: 'author',
    order: '-score,-createdAt,-objectId',
    limit: '20',
  }).toString()}`,
  headers: { 'x-parse-application-id': 'bench' },
};
/** That they are published is in the permission to read them. */
export const directusFeed: LoadRequest = {
  path: `/items/stories?${new URLSearchParams({
    fields:
      'id,title,transcript,duration_ms,tags,created_at,published,upvotes,downvotes,comments_count,anonymous_comments,recording_id.peaks,user_id.id,user_id.profile.username',
    sort: '-score,-created_at,-id',
    limit: '20',
  }).toString()}`,
};
export const graphqlStory = (id: string): string =>
  `{ storyByRowId(rowId: "${id}") { ${storyFields} transcriptWords } }`;
