import type { FirstCall, FirstData } from '@relato/contract';
import type { Context, Hono } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import { listFirstCalls } from './first-calls.ts';
import { nullIfLate } from './null-if-late.ts';

type AnswerRequest = Hono<AppEnv>['fetch'];

interface FirstAnswers {
  readonly data: readonly FirstData[];
  /** Set-Cookie lines, because the calls may have prolonged the session. */
  readonly cookies: readonly string[];
}

/** Returns the data for the first screen of the requested address, or null if they take too long. */
export type FirstDataReader = (c: Context<AppEnv>) => Promise<FirstAnswers | null>;

/**
 * Calls `/trpc` like the page itself, with the cookies and the network of the request, so that policies, limits, errors and
 * formats are the same.
 */
export function createFirstDataReader(answerRequest: AnswerRequest, waitMs: number): FirstDataReader {
  const ask = async (calls: readonly FirstCall[], c: Context<AppEnv>) => {
    const request = new Request(toBatch(calls, c.req.url), { headers: toHeaders(c) });
    const response = await answerRequest(request, c.env);
    const answers: unknown = response.ok ? await response.json() : null;
    return Array.isArray(answers) && answers.length === calls.length
      ? { data: { calls, answers }, cookies: response.headers.getSetCookie() }
      : null;
  };

  const read = async (c: Context<AppEnv>): Promise<FirstAnswers | null> => {
    const wanted = listFirstCalls(new URL(c.req.url));
    const first = wanted && (await ask(wanted.calls, c));
    if (!first) return null;
    const rest = wanted.more?.(first.data.answers) ?? [];
    const second = rest.length > 0 ? await ask(rest, c) : null;
    return {
      data: second ? [first.data, second.data] : [first.data],
      cookies: first.cookies,
    };
  };

  // The page calls again after a failure, and reports it itself.
  return (c) => nullIfLate(waitMs, read(c));
}

/** Returns the address of a batch of calls in the form of the web app's client. */
function toBatch(calls: readonly FirstCall[], origin: string): URL {
  const url = new URL(`/trpc/${calls.map(({ path }) => path).join(',')}`, origin);
  const inputs = calls.flatMap(({ input }, index) => (input ? [[index, { json: input }]] : []));
  url.search = new URLSearchParams({
    batch: '1',
    input: JSON.stringify(Object.fromEntries(inputs)),
  }).toString();
  return url;
}

/** Returns the headers that identify the caller. None of them accepts a compressed answer. */
function toHeaders(c: Context<AppEnv>): Headers {
  const headers = new Headers();
  for (const name of ['cookie', 'host', 'user-agent', 'x-forwarded-for']) {
    const value = c.req.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  return headers;
}
