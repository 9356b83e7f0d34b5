import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable, type Database } from '@relato/db';

/** A batch locks its stories for some tens of milliseconds, for which votes wait. */
const batchSize = 50;
const restMs = 40;
/** The pause after a failed lock, while another process works, and without a database. */
const troubleMs = 2_000;

/**
 * Stores the search words of stories that are older than the search in transcripts, until all have them or `signal` aborts.
 * The position is stored in the database: the next start continues there, and only one of several processes works.
 */
export async function fillStoryWords(
  { database }: { readonly database: Pick<Database, 'background'> },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const step = await fillBatch(database);
    if (step === 'done') return;
    await delay(step === 'filled' ? restMs : troubleMs, undefined, { signal }).catch(() => {});
  }
}

async function fillBatch(database: Pick<Database, 'background'>): Promise<'filled' | 'troubled' | 'done'> {
  try {
    const fill = 'SELECT fill_story_words($1) AS "hasMore"';
    const { rows } = await database.background<{ readonly hasMore: boolean }>(fill, [batchSize]);
    if (rows[0]?.hasMore === true) return 'filled';
    // Another process may hold the lock, and be stopped before all stories have their words.
    const left = await database.background('SELECT 1 FROM story_words_backlog');
    return left.rows.length > 0 ? 'troubled' : 'done';
  } catch (error) {
    if (isDatabaseUnavailable(error)) return 'troubled';
    throw error;
  }
}
