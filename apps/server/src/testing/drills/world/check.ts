import { setTimeout as delay } from 'node:timers/promises';
import { listLasting, type Acknowledged, type DrillUser, type Place } from './acknowledged.ts';
import type { DrillClient } from './client.ts';
import { measureUntil } from './measure-until.ts';
import { retryJobs } from './tend-jobs.ts';

/** The time limit until a repeated MP3 exists, and the pause between two checks. */
const mp3Ms = 60_000;
const mp3PauseMs = 1_000;

/**
 * Compares the acknowledged changes with the database and the store. Each change must exist once, with the same bytes and
 * the right counts, and no replaced, deleted or ended one may exist.
 */
export async function checkHistory(
  place: Place,
  { client, administrator }: { readonly client: DrillClient; readonly administrator: DrillUser },
  history: readonly Acknowledged[],
) {
  let [lost, doubled] = [0, 0];
  for (const done of listLasting(history)) {
    const times = await done.count(place);
    if (times === 0) lost += 1;
    if (times > 1) doubled += 1;
  }
  const problems = await listProblems(client, administrator);
  return { acknowledged: history.length, lost, doubled, problems };
}

/** Lists wrong counters, and rows with missing or changed files. Repeats the calls while the server is busy. */
async function listProblems(client: DrillClient, administrator: DrillUser): Promise<string[]> {
  const counters = (await client.change(administrator, 'admin.verifyCounters', {})) as {
    readonly total: number;
  };
  // An MP3 whose worker was killed five times waits for the administrator, who retries it.
  let stored = await listStoredProblems(client, administrator);
  const areToBeMade = (): boolean =>
    stored.some((problem) => ['mp3 missing', 'picture missing'].includes(problem));
  if (areToBeMade() && (await retryJobs({ client, administrator })) > 0)
    await measureUntil(async () => {
      await delay(mp3PauseMs);
      stored = await listStoredProblems(client, administrator);
      return !areToBeMade();
    }, mp3Ms);
  return [...(counters.total > 0 ? [`${counters.total} wrong counters`] : []), ...stored];
}

async function listStoredProblems(
  client: DrillClient,
  administrator: DrillUser,
  cursor: string | null = null,
): Promise<string[]> {
  const { problems, nextCursor } = (await client.change(administrator, 'recordings.verifyStorage', {
    cursor,
  })) as {
    readonly problems: readonly { readonly object: string; readonly trouble: string }[];
    readonly nextCursor: string | null;
  };
  const found = problems.map(({ object, trouble }) => `${object} ${trouble}`);
  return nextCursor === null
    ? found
    : [...found, ...(await listStoredProblems(client, administrator, nextCursor))];
}
