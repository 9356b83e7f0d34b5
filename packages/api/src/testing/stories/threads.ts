import {
  storyId,
  type OriginKind,
  type RepliesChoice,
  type StoryId,
  type StoryVisibility,
} from '@relato/contract';
import { createStory as addStory } from '@relato/db/testing/factories';
import { expect } from 'vitest';
import type { Viewer } from '../../rpc/context.ts';
import { createStoryAudioFinder } from '../../stories/audio-queries.ts';
import { useUser } from '../users.ts';
import { useTestWorld } from '../world.ts';

interface Follow {
  readonly kind?: OriginKind;
  readonly visibility?: StoryVisibility;
  readonly viewer?: Viewer;
  readonly durationMs?: number;
}

/** The users who hear a public story. */
export const all = ['nobody', 'ana', 'beto', 'eva'];

/** Creates a world in which ana tells stories, and the other users follow them with theirs. */
export function useThreads() {
  const world = useTestWorld();
  const ana = useUser(world, 'ana');
  const beto = useUser(world, 'beto');
  const eva = useUser(world, 'eva');
  const moderator = useUser(world, 'mod', 'moderator');
  const as = (viewer: Viewer | null) => world.callAs(viewer);

  async function addOrigin(fields: { readonly replies?: RepliesChoice } = {}): Promise<StoryId> {
    const { prisma } = world.database;
    await prisma.profile.update({ where: { id: ana.id }, data: { postsCount: { increment: 1 } } });
    const recordingId = await world.record(ana);
    return storyId.parse(
      await addStory(prisma, { userId: ana.id, recordingId, title: 'El baile', ...fields }),
    );
  }

  async function follow(
    id: StoryId,
    { kind = 'reply', visibility = 'shared', viewer = beto, durationMs = 9_000 }: Follow = {},
  ) {
    const recordingId = await world.record(viewer);
    await world.database.prisma.recording.update({ where: { id: recordingId }, data: { durationMs } });
    const origin = { id, kind, visibility, voicesAgreed: true } as const;
    return as(viewer).stories.create({ recordingId, title: 'Yo estuve ahí', origin });
  }

  const grow = (id: StoryId, viewer: Viewer = beto) =>
    follow(id, { kind: 'grown', visibility: 'published', viewer });
  const hide = (id: StoryId, hiddenAt: Date | null = new Date()) =>
    world.database.prisma.story.update({ where: { id }, data: { hiddenAt } });

  const listOf = async (name: 'replies' | 'grown', id: StoryId, viewer: Viewer | null = null) =>
    (await as(viewer).stories[name]({ id })).items.map((story) => story.id);

  /** Returns the users who may hear the sound of a story and open its screen, which are always the same. */
  async function whoHears(id: StoryId): Promise<string[]> {
    const find = createStoryAudioFinder(world.services);
    const people = { nobody: null, ana, beto, eva };
    const heard: string[] = [];
    for (const [name, viewer] of Object.entries(people)) {
      const hears = await find(viewer, id).then(
        ({ isPublic }) => !isPublic,
        () => false,
      );
      const sees = await as(viewer)
        .stories.byId({ id })
        .then(
          () => true,
          () => false,
        );
      expect({ name, sees }).toEqual({ name, sees: hears });
      if (hears) heard.push(name);
    }
    return heard;
  }

  return { world, ana, beto, eva, moderator, as, addOrigin, follow, grow, hide, listOf, whoHears };
}
