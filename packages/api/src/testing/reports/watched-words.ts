import { storyId, type StoryId } from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { beforeAll, beforeEach } from 'vitest';
import { prepareJobQueue } from '../../jobs/queue.ts';
import { watchStory } from '../../reports/watched/jobs.ts';
import { useModerationWorld } from '../moderation-world.ts';

const toWords = (text: string) =>
  text.split(' ').map((word, index) => ({
    text: word,
    startMs: index * 1_000,
    endMs: index * 1_000 + 900,
    confidence: null,
  }));

/** Creates a world of moderation without watched lists. New stories are searched by `workOff`. */
export function useWatchedWords() {
  const moderation = useModerationWorld();
  const { world, cast, as } = moderation;
  const lists = () => as(cast.administrator).reports;
  beforeAll(() => prepareJobQueue(world.database.url));
  beforeEach(async () => {
    await world.database.prisma.watchedList.deleteMany();
    await world.database.prisma.$executeRaw`DELETE FROM pgboss.job`;
  });

  async function watch(name: string, words: string[], weight = 10): Promise<void> {
    await lists().saveWatchedList({ name, weight, words });
    while (!(await lists().tryWatchedList({ name })).isDone);
    await lists().switchWatchedList({ name, isOn: true });
  }

  /** Runs the queued jobs as a worker does, and returns their stories. */
  async function workOff(): Promise<readonly string[]> {
    const rows = await world.database.prisma.$queryRaw<{ data: { storyId: string } }[]>`
      DELETE FROM pgboss.job WHERE name = 'watch-story' RETURNING data`;
    for (const { data } of rows) await watchStory(world.services, data);
    return rows.map(({ data }) => data.storyId);
  }

  /** Stores a reply of the author. */
  async function say(
    originId: StoryId,
    transcript: string,
    fields: { readonly isLetIn?: boolean; readonly hiddenAt?: Date } = {},
  ): Promise<StoryId> {
    const reply = {
      originId,
      originKind: 'reply',
      published: false,
      publishedAt: null,
      isLetIn: true,
    } as const;
    const said = { userId: cast.author.id, transcript, ...reply, ...fields };
    return storyId.parse(await createStory(world.database.prisma, said));
  }

  /** Publishes a story of the author. */
  async function tell(
    transcript: string,
    fields: { title?: string; tags?: string[] } = {},
  ): Promise<StoryId> {
    const id = storyId.parse(
      await createStory(world.database.prisma, {
        userId: cast.author.id,
        published: false,
        publishedAt: null,
        transcript,
        transcriptWords: toWords(transcript),
        ...fields,
      }),
    );
    await as(cast.author).stories.publish({ id });
    return id;
  }

  /** Assigns the case of a story to a moderator, who dismisses it. */
  async function dismiss(id: StoryId): Promise<void> {
    await moderation.assign(cast.moderator, id);
    await as(cast.moderator).reports.dismiss({ storyId: id, note: 'No incumple' });
  }

  return { ...moderation, lists, watch, workOff, say, tell, dismiss };
}
