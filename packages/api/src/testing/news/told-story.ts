import { randomUUID } from 'node:crypto';
import { commentId, storyId, type BellItem, type News, type StoryId } from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { beforeEach } from 'vitest';
import type { Viewer } from '../../rpc/context.ts';
import { useTestWorld } from '../world.ts';

const isNews = (item: BellItem): item is News => 'others' in item;

/** Creates a world with ana, two other users and a public story of ana, all of them new in each test. */
export function useToldStory() {
  const world = useTestWorld();
  // They get their properties before each test.
  const people = { ana: {} as Viewer, luis: {} as Viewer, eva: {} as Viewer };
  const told = {} as { story: StoryId };
  beforeEach(async () => {
    for (const [name, viewer] of Object.entries(people))
      Object.assign(viewer, await world.addUser(`${name}_${randomUUID().slice(0, 8)}`));
    const { id } = people.ana;
    told.story = storyId.parse(
      await createStory(world.database.prisma, { userId: id, title: 'El tren', transcript: '' }),
    );
    await world.database.prisma.profile.update({ where: { id }, data: { postsCount: 1 } });
  });

  const as = (viewer: Viewer | null) => world.callAs(viewer);
  const say = (viewer: Viewer | null, content = `Qué bonito ${randomUUID()}`, about = told.story) =>
    as(viewer).comments.create({
      id: commentId.parse(randomUUID()),
      storyId: about,
      content,
      ...(viewer === null && { authorName: 'Rosa' }),
    });

  const listNews = async (viewer: Viewer): Promise<News[]> =>
    (await as(viewer).news.list({ limit: 50 })).items.filter(isNews);
  /** Returns the number of stored rows, of which the list shows several as one. */
  const countNews = ({ id }: Viewer, readAt?: null) =>
    world.database.prisma.news.count({ where: { userId: id, ...(readAt === null && { readAt }) } });

  const age = ({ id }: Viewer, interval: string) => world.database.prisma.$executeRaw`
    UPDATE news SET created_at = created_at - ${interval}::interval WHERE user_id = ${id}::uuid`;

  /** Moves a user's news into the middle of the last hour, in their order, because a test may run while an hour ends. */
  const settle = ({ id }: Viewer) => world.database.prisma.$executeRaw`
    UPDATE news n SET created_at = date_trunc('hour', now()) - interval '30 minutes' + p.place * interval '1 millisecond'
    FROM (SELECT id, row_number() OVER (ORDER BY created_at, id) AS place FROM news WHERE user_id = ${id}::uuid) AS p
    WHERE p.id = n.id`;

  return { world, ...people, told, as, say, listNews, countNews, age, settle };
}
