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

/** How long an answer is shared, for what its version does not tell. */
const maxAgeMs = 1_000;
const maxEntries = 32;

/**
 * Shares the answers that are the same for all visitors by their address, each for a second, as long as their version is
 * current. Every call asks for the version after it has begun, so that none gets what was hidden before it, by whatever
 * process; calls at the same time ask together.
 */
export function createSharedAnswers<Answer extends SharedAnswer>({
  database,
}: Pick<Services, 'database'>): (address: string, compute: () => Promise<Answer>) => Promise<Answer> {
  const entries = new Map<string, Entry<Answer>>();
  const readVersion = askTogether(() => readFrontVersion(database));

  return async (address, compute) => {
    // A database that fails to tell is asked again for the answer, which says so.
    const version = await readVersion().catch(() => null);
    if (version === null) return compute();
    const now = performance.now();
    const known = entries.get(address);
    if (known?.version === version && now - known.startedAtMs <= maxAgeMs) {
      const answer = await known.answer.catch(() => null);
      // An error names the request that it belongs to.
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

/** Returns whether a request is of a visitor of whom nothing is known, and for what all of them see at first. */
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
