import { Writable } from 'node:stream';
import type { Services } from '@relato/api';
import { createTestWorld, type TestAccount } from '@relato/api/testing/world';
import type { Role } from '@relato/contract';
import { afterAll, beforeAll } from 'vitest';
import { createApp, type AppOptions } from '../http/app.ts';
import { createLogger } from '../boot/logger.ts';

/** A user with a session, and the headers of a request with it. */
export interface TestUser extends TestAccount {
  readonly headers: { readonly authorization: string };
}

type TestAppOptions = NonNullable<Parameters<typeof createTestWorld>[0]> & { readonly webDir?: string };

/** Creates the app with a database of its own and without a socket. Keeps its log lines. */
export async function createTestApp({ webDir = '/nonexistent', ...options }: TestAppOptions = {}) {
  const world = await createTestWorld(options);
  const logs: string[] = [];
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      logs.push(String(chunk));
      done();
    },
  });
  const logger = createLogger('info', sink);
  const createWith = (replaced: Partial<Services> = {}, more: Partial<AppOptions> = {}) =>
    createApp({
      services: { ...world.services, ...replaced },
      logger,
      webDir,
      keptAssetsDir: '/nonexistent',
      pageWaitMs: 60_000,
      ...more,
    });
  const app = createWith();

  /** Creates the app for thousands of calls, each of which counts as another caller. */
  function createWithoutLimits() {
    const { rateLimiter } = world.services;
    let calls = 0;
    return createWith({
      rateLimiter: {
        ...rateLimiter,
        consume: (name, subject) => rateLimiter.consume(name, `${subject} ${(calls += 1)}`),
      },
    });
  }

  /** Adds a user with a session. */
  async function signUp(username: string, role?: Role): Promise<TestUser> {
    const account = await world.signUp(username, role);
    return { ...account, headers: { authorization: `Bearer ${account.token}` } };
  }

  return {
    world,
    app,
    createWith,
    createWithoutLimits,
    logs,
    signUp,
    close: () => world.close(),
  };
}
export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

/** Creates an app before the tests of a file and closes it after them. The returned object is filled by then. */
export function useTestApp(getOptions: () => TestAppOptions = () => ({})): TestApp {
  const test = {} as TestApp; // filled before the first test and before later hooks
  beforeAll(async () => void Object.assign(test, await createTestApp(getOptions())));
  // There is nothing to close if the creation failed.
  afterAll(() => 'close' in test && test.close());
  return test;
}
