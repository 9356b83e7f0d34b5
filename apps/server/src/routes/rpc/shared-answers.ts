import { readFrontVersion, type Query, type Services } from '@relato/api';
import { feedInput, limits } from '@relato/contract';
import { askTogether } from '@relato/db';
import type { AnswerBody } from '../../middleware/compress-answer.ts';
import type { RequestHead } from '../../middleware/request-head.ts';

export interface SharedAnswer {
  readonly status: number;
  readonly body: AnswerBody;
  readonly errors: readonly unknown[];
}

interface Entry<Answer> {
  readonly version: string;
  readonly startedAtMs: number;
  readonly answer: Promise<Answer>;
}

/** The lifetime of a shared answer, for changes that the version does not include. */
const maxAgeMs = 1_000;
const maxEntries = 32;

/**
 * Shares the answers that are the same for all visitors, by their address. Each lasts for a second while its version is
 * current. Every call reads the version after its own start, so that no call gets a story that any process has hidden
 * before. Concurrent calls share the read.
 */
export function createSharedAnswers<Answer extends SharedAnswer>({
  database,
}: Pick<Services, 'database'>): (address: string, compute: () => Promise<Answer>) => Promise<Answer> {
  const entries = new Map<string, Entry<Answer>>();
  const readVersion = askTogether(() => readFrontVersion(database));

  return async (address, compute) => {
    // If the version is unreadable, the call itself reports the error of the database.
    const version = await readVersion().catch(() => null);
    if (version === null) return compute();
    const now = performance.now();
    const known = entries.get(address);
    if (known?.version === version && now - known.startedAtMs <= maxAgeMs) {
      const answer = await known.answer.catch(() => null);
      // An error contains the id of its own request.
      return answer?.errors.length === 0 ? answer : compute();
    }
    const answer = compute();
    entries.delete(address);
    entries.set(address, { version, startedAtMs: now, answer });
    const [oldest] = entries.keys();
    if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
    return answer;
  };
}

/** Returns whether a request comes from a visitor without cookies, and asks only for the first data of all visitors. */
export const isShared = ({ req }: RequestHead, calls: readonly Query[]): boolean =>
  req.header('cookie') === undefined &&
  req.header('authorization') === undefined &&
  calls.some(({ path }) => path === 'stories.feed') &&
  calls.every(isOfFront);

function isOfFront({ path, input }: Query): boolean {
  if (path !== 'stories.feed') return path === 'settings.public' || path === 'account.session';
  const { data } = feedInput.safeParse(input);
  return (
    data !== undefined &&
    (data.cursor ?? null) === null &&
    data.search === '' &&
    data.tags.length === 0 &&
    data.order === 'featured' &&
    data.limit <= limits.feed.pageSize
  );
}
