import { randomUUID } from 'node:crypto';
import { createRecording } from '@relato/db/testing/factories';
import type { DrillResult } from '@relato/testing/drill-result';
import { RefusedError } from '../world/client.ts';
import { inDrillWorld } from '../world/world.ts';

/** With this many users, none reaches the limit of changes in 1,000 saves of four changes each. */
const userCount = 24;
const atOnce = 6;

/** Sends the same save three times at once, and then another save under the same key. */
export const repeatSaves = (saves: number): Promise<DrillResult> =>
  inDrillWorld(
    async ({ client, database: { prisma }, ...world }) => {
      await world.serve();
      const problems: string[] = [];
      let [acknowledged, doubled, lost] = [0, 0, 0];
      await Promise.all(
        Array.from({ length: atOnce }, async (_, n) => {
          for (let save = n; save < saves; save += atOnce) {
            const user = world.userAt(save);
            // The inspection is not under test, so the rows of inspected recordings are inserted.
            const recordingId = await createRecording(prisma, { userId: user.id });
            const title = `Tres veces ${randomUUID()}`;
            const create = () => client.change(user, 'stories.create', { recordingId, title });
            const answers = await Promise.all([create(), create(), create()]);
            acknowledged += answers.length;
            if (new Set(answers.map((answer) => (answer as { readonly id: string }).id)).size !== 1)
              problems.push('one save got two ids');
            const found = await prisma.story.count({ where: { title } });
            if (found === 0) lost += 1;
            if (found > 1) doubled += 1;
            const code = await client.change(user, 'stories.create', { recordingId, title: 'Otra' }).then(
              () => 'accepted',
              (error: unknown) => (error instanceof RefusedError ? error.code : String(error)),
            );
            if (code !== 'STORY_EXISTS') problems.push(`another body under the same key: ${code}`);
          }
        }),
      );
      const fault = 'REL-12 the same save three times at once';
      const result = await world.report({ fault, tries: saves });
      // The inserted recordings have no files, so only problems with counters count.
      problems.push(...result.problems.filter((problem) => problem.includes('counters')));
      return { ...result, acknowledged, lost, doubled, problems };
    },
    { userCount },
  );
