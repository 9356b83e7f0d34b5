import type { TestWorld } from './world.ts';

/** Returns how many removals the readers of a replica were informed of. */
export async function countRemovals({ database }: Pick<TestWorld, 'database'>): Promise<number> {
  const { _sum } = await database.prisma.removal.aggregate({ _sum: { count: true } });
  return Number(_sum.count ?? 0);
}
