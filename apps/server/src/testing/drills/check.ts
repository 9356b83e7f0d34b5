import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@relato/db';
import type { Acknowledged, DrillClient, DrillUser } from './client.ts';

export interface Findings {
  readonly acknowledged: number;
  readonly lost: number;
  readonly doubled: number;
  readonly problems: readonly string[];
}

interface Checked {
  readonly database: Database;
  readonly audioDir: string;
  readonly client: DrillClient;
  readonly administrator: DrillUser;
}

/** Compares what the clients were told with what is there: each once, with the same bytes, and counted right. */
export async function checkHistory(
  { database, audioDir, client, administrator }: Checked,
  history: readonly Acknowledged[] = client.history,
): Promise<Findings> {
  const { prisma } = database;
  // The last vote of a user on a story is the one that holds.
  const votes = new Map<string, Acknowledged>();
  let lost = 0;
  let doubled = 0;
  const count = (found: number): void => {
    if (found === 0) lost += 1;
    if (found > 1) doubled += 1;
  };
  for (const done of history) {
    switch (done.kind) {
      case 'upload':
        if (!(await isStored(done.recordingId, done.sha256))) lost += 1;
        break;
      case 'save':
        count(await prisma.story.count({ where: { title: done.title, recordingId: done.recordingId } }));
        count(await prisma.story.count({ where: { title: done.title } }));
        break;
      case 'comment':
        count(await prisma.comment.count({ where: { content: done.content } }));
        break;
      case 'vote':
        votes.set(`${done.storyId} ${done.userId}`, done);
        break;
    }
  }
  for (const vote of votes.values()) {
    if (vote.kind !== 'vote') continue;
    const { storyId, userId, direction } = vote;
    const rows = await prisma.vote.findMany({ where: { storyId, userId } });
    if (!rows.some((row) => row.direction === direction)) lost += 1;
  }

  async function isStored(id: string, sha256: string): Promise<boolean> {
    const row = await prisma.recording.findUnique({ where: { id } });
    if (row?.originalKey == null || row.originalSha256 !== sha256) return false;
    const bytes = await readFile(join(audioDir, row.originalKey)).catch(() => Buffer.alloc(0));
    return createHash('sha256').update(bytes).digest('hex') === sha256;
  }

  return { acknowledged: history.length, lost, doubled, problems: await listProblems(client, administrator) };
}

/** Lists wrong counters, and rows whose files are missing or changed. */
async function listProblems(client: DrillClient, administrator: DrillUser): Promise<string[]> {
  const counters = (await client.ask(administrator, 'admin.verifyCounters', {})) as {
    readonly total: number;
  };
  const problems = counters.total > 0 ? [`${counters.total} wrong counters`] : [];
  let cursor: string | null = null;
  do {
    const check = (await client.ask(administrator, 'recordings.verifyStorage', { cursor })) as {
      readonly problems: readonly { readonly object: string; readonly trouble: string }[];
      readonly nextCursor: string | null;
    };
    problems.push(...check.problems.map(({ object, trouble }) => `${object} ${trouble}`));
    cursor = check.nextCursor;
  } while (cursor !== null);
  return problems;
}
