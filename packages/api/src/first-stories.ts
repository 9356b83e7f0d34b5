import { readTime, type Prisma } from '@relato/db';
import type { Services } from './rpc/context.ts';

/** Makes locked stories new that were hidden when they were let in, or instead of it, and show at last. */
export async function announceFirst(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Prisma.TransactionClient,
  storyIds: readonly string[],
): Promise<void> {
  const shown = await tx.story.updateManyAndReturn({
    where: { id: { in: [...storyIds] }, published: true, hiddenAt: null },
    data: { publishedAt: await readTime(tx) },
    select: { id: true },
  });
  for (const { id } of shown)
    await jobs.enqueue(tx, 'send-push', { kind: 'followers', storyId: id, after: null });
}
