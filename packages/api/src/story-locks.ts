import { Prisma } from '@relato/db';

/** The stories that a change concerns. */
export type StoriesOf = { readonly storyIds: readonly string[] } | { readonly userId: string };

/** Returns the condition for the rows `s` of these stories. */
export const toCondition = (stories: StoriesOf): Prisma.Sql =>
  'userId' in stories
    ? Prisma.sql`s.user_id = ${stories.userId}::uuid`
    : Prisma.sql`s.id = ANY (${[...stories.storyIds]}::uuid[])`;

/** Locks stories in the order of their ids, as every transaction does that writes to more than one. */
export async function lockStories(tx: Prisma.TransactionClient, stories: StoriesOf): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM stories s WHERE ${toCondition(stories)} ORDER BY s.id FOR NO KEY UPDATE`;
}
