import type { LoadRequest } from '../load/protocol.ts';
import { tokenOf } from '../data/sessions.ts';

const toInput = (input: unknown): string => encodeURIComponent(JSON.stringify({ json: input }));

/** As the browser asks for data of its own page. */
export const browserHeaders = {
  'sec-fetch-site': 'same-origin',
  'accept-encoding': 'gzip, deflate, br, zstd',
};

export const query = (
  path: string,
  input: unknown,
  headers: Readonly<Record<string, string>> = {},
): LoadRequest => ({
  path: `/trpc/${path}?input=${toInput(input)}`,
  headers,
});

export const batch = (
  calls: readonly (readonly [path: string, input: unknown])[],
  headers = {},
): LoadRequest => {
  const inputs = Object.fromEntries(calls.map(([, input], index) => [index, { json: input }]));
  return {
    path: `/trpc/${calls.map(([path]) => path).join(',')}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`,
    headers,
  };
};

/** A change by one of the users that have sessions. */
export const mutation = (path: string, input: unknown, user: number): LoadRequest => ({
  method: 'POST',
  path: `/trpc/${path}`,
  headers: { 'content-type': 'application/json', authorization: `Bearer ${tokenOf(user)}` },
  body: JSON.stringify({ json: input }),
});

/** A change by the hand-written peer, which trusts its caller. */
export const peerMutation = (name: string, values: readonly unknown[]): LoadRequest => ({
  method: 'POST',
  path: `/${name}`,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(values),
});

export const graphql = (text: string): LoadRequest => ({
  method: 'POST',
  path: '/graphql',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query: text }),
});
