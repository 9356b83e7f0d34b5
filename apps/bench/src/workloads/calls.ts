import type { Position } from '../data/facts.ts';
import { tokenOf } from '../data/sessions.ts';
import type { LoadRequest } from '../load/run-load.ts';

const toInput = (input: unknown): string => encodeURIComponent(JSON.stringify({ json: input }));
const json = { 'content-type': 'application/json' };

/** The headers of a browser for data of its own page. */
export const browserHeaders = {
  'sec-fetch-site': 'same-origin',
  'accept-encoding': 'gzip, deflate, br, zstd',
};

export const query = (path: string, input: unknown, headers: LoadRequest['headers'] = {}): LoadRequest => ({
  path: `/trpc/${path}?input=${toInput(input)}`,
  headers,
});

/** A change by one of the users with sessions. */
export const mutation = (path: string, input: unknown, user: number): LoadRequest => ({
  method: 'POST',
  path: `/trpc/${path}`,
  headers: { ...json, authorization: `Bearer ${tokenOf(user)}` },
  body: JSON.stringify({ json: input }),
});

/** A call of a peer that trusts its caller. */
export const post = (path: string, body: unknown): LoadRequest => ({
  method: 'POST',
  path,
  headers: json,
  body: JSON.stringify(body),
});

const toCursor = ({ score, createdAt, id }: Position): string =>
  Buffer.from(JSON.stringify([score, createdAt.getTime(), id])).toString('base64url');
export const pageAfter = (position: Position): LoadRequest =>
  query('stories.feed', { cursor: toCursor(position) });

/**
 * Positions above every story. Each results in another cursor of the first page, which no cache has, and there are enough
 * that none repeats within the second of a shared page.
 */
const positions: readonly Position[] = Array.from({ length: 4_000 }, (_, number) => ({
  score: 2_147_483_647,
  createdAt: new Date(Date.UTC(2030, 0, 1) + number),
  id: 'ffffffff-ffff-7fff-8fff-ffffffffffff',
}));

/** The first page, with so many cursors that each answer is computed. */
export const firstPages = positions.map(pageAfter);
export const firstPagesOfPeer = positions.map(({ score, createdAt, id }): LoadRequest => ({
  path: `/feed?cursor=${score},${createdAt.toISOString()},${id}`,
}));
