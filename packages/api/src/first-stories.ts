import { readTime, type Prisma } from '@relato/db';
import type { Services } from './rpc/context.ts';

/**
 * Sets the publication time of locked first stories that are now visible, and notifies the followers and the askers of
 * their questions. Their approval could not, because they were hidden then.
 */
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
  const shownIds = shown.map(({ id }) => id);
  await tx.$executeRaw`SELECT tell_user(q.user_id, 'answer', s.user_id, s.id, NULL, NULL)
    FROM stories s JOIN questions q ON q.id = s.question_id WHERE s.id = ANY(${shownIds}::uuid[])`;
}
