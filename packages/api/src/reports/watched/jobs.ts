import { createHash } from 'node:crypto';
import { limits } from '@relato/contract';
import { Prisma } from '@relato/db';
import { uuidv7 } from 'uuidv7';
import { isHeardByAll } from '../../heard-stories.ts';
import type { JobData } from '../../jobs/queue.ts';
import { lockStories } from '../../locks.ts';
import type { Services } from '../../rpc/context.ts';
import { findInStory, readPublicStory, readWatchedLists, type FindInContext } from './queries.ts';

const { maxFinds, reportFrom } = limits.watched;

/**
 * Reports a public story to moderators if the lists with words in it weigh enough. It hides nothing and notifies nobody, and
 * withdraws finds that the author has removed. Finds that a moderator has decided on neither count nor return unless the
 * words around them change. `queue_watching` queues the job.
 */
export async function watchStory(
  services: Pick<Services, 'database'>,
  { storyId }: JobData['watch-story'],
): Promise<void> {
  const { index, weights } = await readWatchedLists(services.database);
  await services.database.prisma.$transaction(async (tx) => {
    // A job that has read an older text must not overwrite the finds of a newer one.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`watch-story ${storyId}`}, 0))`;
    const story = await readPublicStory(tx, storyId);
    // The database withdraws the report of an unpublished story.
    if (!story) return;
    const finds = await findInStory(index, story);
    // Also locks the story that a reply belongs to. If it were unpublished now, no moderator could review the report.
    const storyIds = story.originId === null ? [storyId] : [storyId, story.originId];
    await lockStories(tx, { storyIds });
    await writeReport(tx, storyId, { finds, weights });
  });
}

/** Returns the key that recognizes a find. A removed comment or explanation that is written again is another one. */
const toKey = ({ find: { word, field, commentId, explanationId }, context }: FindInContext): string =>
  createHash('sha256')
    .update(JSON.stringify([word, field, explanationId ?? commentId, context]))
    .digest('base64url')
    .slice(0, 16);

interface WeighedFinds {
  readonly finds: readonly FindInContext[];
  readonly weights: ReadonlyMap<string, number>;
}

/** Returns the sum of the weights of the lists with a find. */
const weigh = ({ finds, weights }: WeighedFinds): number =>
  [...new Set(finds.map(({ find }) => find.list))].reduce((sum, list) => sum + (weights.get(list) ?? 0), 0);

/**
 * Returns the finds that a report names, in order of time: first one of each word, then more of it, and heavy words before
 * light ones.
 */
function choose({ finds, weights }: WeighedFinds): readonly FindInContext[] {
  const firsts = new Map(
    finds.toReversed().map((each) => [JSON.stringify([each.find.list, each.find.word]), each]),
  );
  const isFirst = new Set(firsts.values());
  const weightOf = ({ find }: FindInContext) => weights.get(find.list) ?? 0;
  const inOrder = finds.toSorted(
    (a, b) => Number(isFirst.has(b)) - Number(isFirst.has(a)) || weightOf(b) - weightOf(a),
  );
  const chosen = new Set(inOrder.slice(0, maxFinds));
  return finds.filter((each) => chosen.has(each));
}

/** Writes the report. The locked story may no longer be as public as when it was read. */
async function writeReport(
  tx: Prisma.TransactionClient,
  storyId: string,
  { finds, weights }: WeighedFinds,
): Promise<void> {
  const before = await tx.report.findMany({
    where: { storyId, reason: 'watched' },
    select: { id: true, status: true, watchedKeys: true },
  });
  const open = before.find(({ status }) => status === 'pending' || status === 'reviewing');
  const known = new Set(before.flatMap(({ id, watchedKeys }) => (id === open?.id ? [] : watchedKeys)));
  const fresh = finds.filter((each) => !known.has(toKey(each)));
  const [still] = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM stories s WHERE s.id = ${storyId}::uuid AND s.hidden_at IS NULL AND ${Prisma.raw(isHeardByAll)}`;
  if (still === undefined) return;
  if (weigh({ finds: fresh, weights }) < reportFrom) {
    if (open) await tx.report.delete({ where: { id: open.id } });
    return;
  }
  const shown = choose({ finds: fresh, weights });
  const data = {
    atMs: shown.find(({ find }) => find.atMs !== null)?.find.atMs ?? null,
    watched: shown.map(({ find }) => ({ ...find })),
    watchedKeys: [...new Set(shown.map(toKey))],
  };
  if (open) await tx.report.update({ where: { id: open.id }, data });
  else await tx.report.create({ data: { id: uuidv7(), storyId, reason: 'watched', ...data } });
}
