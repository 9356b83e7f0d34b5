import { randomUUID } from 'node:crypto';
import { createRecording } from '@relato/db/testing/factories';
import type { DrillResult } from '@relato/testing/drill-result';
import { RefusedError } from '../world/client.ts';
import { createDrillWorld } from '../world/world.ts';

/** So many that none reaches the limit of changes in 1,000 saves, of which each is four. */
const userCount = 24;
const atOnce = 6;

/** Sends the same save three times at once, and afterwards another one under the same key. */
export async function repeatSaves(saves: number): Promise<DrillResult> {
  const world = await createDrillWorld({ userCount });
  try {
    const server = await world.start();
    await server.ready();
    const { client, database } = world;
    const problems: string[] = [];
    let acknowledged = 0;
    let doubled = 0;
    let lost = 0;
    await Promise.all(
      Array.from({ length: atOnce }, async (_, n) => {
        for (let save = n; save < saves; save += atOnce) {
          const user = world.userAt(save);
          // The inspection is not under test, and rows of inspected recordings cost less.
          const recordingId = await createRecording(database.prisma, { userId: user.id });
          const input = { recordingId, title: `Tres veces ${randomUUID()}` };
          const answers = await Promise.all(
            [1, 2, 3].map(
              () => client.change(user, 'stories.create', input) as Promise<{ readonly id: string }>,
            ),
          );
          acknowledged += answers.length;
          if (new Set(answers.map(({ id }) => id)).size !== 1) problems.push('one save got two ids');
          const found = await database.prisma.story.count({ where: { title: input.title } });
          if (found === 0) lost += 1;
          if (found > 1) doubled += 1;
          const other = client.change(user, 'stories.create', { recordingId, title: 'Otra' });
          const code = await other.then(
            () => 'accepted',
            (error: unknown) => (error instanceof RefusedError ? error.code : String(error)),
          );
          if (code !== 'STORY_EXISTS') problems.push(`another body under the same key: ${code}`);
        }
      }),
    );
    const counted = await world.check();
    return {
      fault: 'REL-12 the same save three times at once',
      tries: saves,
      acknowledged,
      lost,
      doubled,
      recoveriesMs: [],
      problems: [...problems, ...counted.problems.filter((problem) => problem.includes('counters'))],
    };
  } finally {
    await world.close();
  }
}
