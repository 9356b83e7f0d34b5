import { randomUUID } from 'node:crypto';
import * as audio from '@relato/audio';
import type { StoryId } from '@relato/contract';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Services, Viewer } from '../../rpc/context.ts';
import { makeMp3 } from '../../stories/encoding-jobs.ts';
import { freshMp3 } from '../../story-mp3s.ts';
import { useUser } from '../users.ts';
import { useTestWorld } from '../world.ts';

export const failAgain = () => Promise.reject(new Error('again'));

/** Creates a world with a user who has published a story, both new in each test. Its MP3 waits, and encoding is replaced. */
export function useEncodedStory() {
  const world = useTestWorld();
  const administrator = useUser(world, 'jefa', 'administrator');
  // They get their properties before each test.
  const [ana, told] = [{} as Viewer, {} as { story: StoryId }];
  beforeEach(async () => {
    world.queuedMp3s.splice(0);
    // A user whose time no MP3 has used yet.
    Object.assign(ana, await world.addUser(`ana_${randomUUID().slice(0, 8)}`));
    told.story = await world.publishStory(ana);
    vi.spyOn(audio, 'encodeMp3').mockResolvedValue(Uint8Array.of(0xff, 0xfb, 0));
  });
  afterEach(() => void vi.restoreAllMocks());

  const moderator = () => world.callAs(administrator);
  const findMp3 = () => world.database.prisma.storyMp3.findUnique({ where: { storyId: told.story } });
  const requireMp3 = () =>
    world.database.prisma.storyMp3.findUniqueOrThrow({ where: { storyId: told.story } });
  const pictureOf = async () => {
    const { pictureKey: key, pictureRevision: revision, pictureBytes: bytes } = await requireMp3();
    return { key, revision, bytes };
  };
  const countQueued = () =>
    world.queuedMp3s.filter(({ data }) => 'storyId' in data && data.storyId === told.story).length;
  const run = (
    services: Partial<Services> = {},
    { priority = freshMp3, report = (_error: Error): void => {} } = {},
  ) => {
    const { signal } = new AbortController();
    return makeMp3(
      { ...world.services, ...services },
      { data: { storyId: told.story }, priority, signal, report },
    );
  };
  /** Returns services with a store that has these functions replaced. */
  const withStore = (replaced: Partial<Services['storage']>) => ({
    storage: { ...world.services.storage, ...replaced },
  });

  return { world, moderator, ana, told, findMp3, requireMp3, pictureOf, countQueued, run, withStore };
}
