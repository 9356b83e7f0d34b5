import { Writable } from 'node:stream';
import type { Services, Viewer } from '@relato/api';
import { createTestWorld } from '@relato/api/testing/world';
import { createAuth } from '@relato/auth';
import { createApp, type AppOptions } from '../app.ts';
import { createLogger } from '../logger.ts';

export interface Person {
  readonly viewer: Viewer;
  /** For Authorization or, as the cookie, what a browser sends. */
  readonly token: string;
  readonly headers: { readonly authorization: string };
}

type TestAppOptions = NonNullable<Parameters<typeof createTestWorld>[0]> & { readonly webDir?: string };

/** The app on a database of its own, without a socket. What it logs is kept. */
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
    createApp({ services: { ...world.services, ...replaced }, logger, webDir, ...more });
  const app = createWith();

  /** For thousands of calls: each counts for somebody else, and who asks for an address need not wait. */
  function createForCrowd() {
    const { database, rateLimiter } = world.services;
    const { providers = {} } = options;
    let calls = 0;
    return createWith({
      auth: createAuth({
        database,
        secure: false,
        publicUrl: world.services.publicUrl,
        providers,
        minimumDurationMs: 0,
      }),
      rateLimiter: {
        ...rateLimiter,
        consume: (name, subject) => rateLimiter.consume(name, `${subject} ${(calls += 1)}`),
      },
    });
  }

  /** A member with a session, made the way people make one. */
  async function signUp(username: string): Promise<Person> {
    const account = { username, email: `${username}@example.org`, password: 'tortuga-azul-7' };
    await world.visitor.account.signUp(account);
    const link = (await world.readMails()).findLast(({ to }) => to === account.email)?.link ?? '';
    const secret = new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
    await world.visitor.account.verifyEmail({ token: secret });
    const { token, user } = await world.visitor.account.signIn(account);
    return { viewer: user, token, headers: { authorization: `Bearer ${token}` } };
  }

  return {
    world,
    app,
    createWith,
    createForCrowd,
    logs,
    signUp,
    uploadDir: world.services.uploads.directory,
    close: () => world.close(),
  };
}
export type TestApp = Awaited<ReturnType<typeof createTestApp>>;
