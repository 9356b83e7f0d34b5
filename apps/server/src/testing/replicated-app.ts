import type { Viewer } from '@relato/api';
import type { StoryId } from '@relato/contract';
import { createDatabase, withReadReplica, type Database, type ReadReplica } from '@relato/db';
import { startReplicatedDatabase, type ReplicatedDatabase } from '@relato/db/testing/standby';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from './test-app.ts';

/** A busy machine checks slowly, and takes long for the steps of a test while the standby is paused. */
export const patient = { checkMs: 40, answerMs: 60_000, maxLagMs: 600_000 };
/** The default would cancel searches after a quarter of a second. */
export const statementTimeoutMs = 30_000;

/** Starts an app whose database has a replica, which is in use when each test begins. */
export function useReplicatedApp() {
  // They have their properties before any test runs.
  const [servers, database, replica] = [{} as ReplicatedDatabase, {} as Database, {} as ReadReplica];
  const [test, ana] = [{} as TestApp, {} as TestUser];
  const changes: (readonly [boolean, string])[] = [];

  /** Connects as another process does. */
  const connect = async (options: Partial<Parameters<typeof withReadReplica>[1]> = {}): Promise<Database> =>
    withReadReplica(await createDatabase({ url: servers.url, statementTimeoutMs }), {
      url: servers.readUrl,
      statementTimeoutMs,
      bounds: patient,
      ...options,
    });

  beforeAll(async () => {
    Object.assign(servers, await startReplicatedDatabase());
    Object.assign(database, await connect({ onChange: (...change) => void changes.push(change) }));
    if (!database.replica) throw new Error('There is no replica');
    Object.assign(replica, database.replica);
    Object.assign(test, await createTestApp({ database: { ...database, url: servers.url } }));
    Object.assign(ana, await test.signUp('ana'));
    await whenUsed();
  });
  afterAll(async () => {
    await test.close();
    await servers.close();
  });
  afterEach(async () => {
    await servers.standby.resume();
    await whenUsed();
  });

  /** Hooks use this too, which may not call `expect.poll`. */
  const whenUsed = () => vi.waitUntil(() => replica.readState().isUsed, { interval: 20, timeout: 60_000 });
  /** Waits until the replica has replayed all writes and removals, so that the next read goes to it. */
  const whenCaughtUp = async () => {
    const writtenAtMs = await replica.readTimeMs();
    await expect.poll(() => replica.choose(writtenAtMs), { interval: 20 }).not.toBeNull();
    return replica.choose(writtenAtMs);
  };

  const publish = async (author: Viewer, title = 'El tren'): Promise<StoryId> =>
    test.world.publishStory(author, {
      title,
      tags: ['lluvia'],
      transcript: 'Una tortuga en la lluvia.',
    });

  return { servers, database, replica, test, ana, changes, connect, whenUsed, whenCaughtUp, publish };
}
