import { randomUUID } from 'node:crypto';
import type { LiveTopic, StoryId } from '@relato/contract';
import { isTrackedEnvelope } from '@trpc/server';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Viewer } from '../../rpc/context.ts';
import { createLiveHub, type LiveHub } from '../../rpc/live-hub.ts';
import type { useTestWorld } from '../world.ts';

type World = ReturnType<typeof useTestWorld>;

/** Options of a hub that does not wait. */
export const quick = { minGapMs: 0, pollMs: 20, spreadMs: 0 };

interface Reading {
  /** Resolves with the topics of the next event, and undefined after the end. */
  readonly read: () => Promise<readonly LiveTopic[] | undefined>;
  /** Returns the id of the last read event. */
  readonly id: () => string;
}

/** Provides a hub of live connections for the tests of a file, and the ways to open them and to send messages. */
export function useLiveConnections(world: World) {
  let live: LiveHub;
  beforeAll(() => (live = createLiveHub(world.database, quick)));
  afterAll(() => live.close());
  beforeEach(() => settle());

  const as = (viewer: Viewer | null, hub = live, network?: string) =>
    world.callAs(viewer, undefined, { live: hub, ...(network !== undefined && { network }) });

  const send = (
    message: string,
    client: Pick<typeof world.database.prisma, '$executeRaw'> = world.database.prisma,
  ) => client.$executeRaw`INSERT INTO live_messages (message) VALUES (${message})`;

  /** Waits until the messages of all earlier writes have arrived. */
  async function settle(hub = live): Promise<void> {
    const marker = randomUUID() as StoryId; // any id without a story
    const watch = await hub.open({ userId: null, network: marker, wideNetwork: null });
    watch.hear([`comments:${marker}`]);
    await send(`comments:${marker}`);
    await watch.next();
    watch.close();
  }

  async function open(viewer: Viewer | null, input = {}, hub = live): Promise<Reading> {
    const events = (await as(viewer, hub).news.live(input))[Symbol.asyncIterator]();
    let id = '';
    return {
      read: async () => {
        const { value }: { value: unknown } = await events.next();
        if (!isTrackedEnvelope(value)) return undefined;
        id = value[0];
        return value[1] as readonly LiveTopic[]; // the procedure yields them so
      },
      id: () => id,
    };
  }

  return { getHub: () => live, as, send, settle, open };
}
