import type { OauthProvider, UserId } from '@relato/contract';
import { createTestDatabase, type TestDatabase } from '@relato/db/testing/database';
import {
  decideAt,
  startFakeProviders,
  type FakePerson,
  type FakeProviders,
} from '@relato/testing/oauth/providers';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createTrial, type Trial } from '../trial.ts';
import type { OauthOutcome } from '../oauth/oauth.ts';

interface Way {
  readonly returnTo?: string;
  readonly browserToken?: string | null;
  readonly link?: { readonly userId: UserId; readonly token: string };
}

/** For tests: browsers that come by way of providers on loopback to accounts on a real database. */
export function useOauthTrial() {
  let database: TestDatabase;
  let fake: FakeProviders;
  let trial: Trial;
  beforeAll(async () => {
    [database, fake] = await Promise.all([createTestDatabase(), startFakeProviders()]);
  });
  beforeEach(() => {
    const { google, facebook } = fake.clients;
    const baseUrl = fake.url;
    trial = createTrial(database, { google: { ...google, baseUrl }, facebook: { ...facebook, baseUrl } });
  });
  afterAll(async () => {
    await fake.stop();
    await database.close();
  });

  let people = 0;
  const somebody = (fields: Partial<FakePerson> = {}): FakePerson => {
    people += 1;
    const id = `1000${people}`;
    return {
      id,
      name: `Ana ${people}`,
      email: `ana${people}@correo.example`,
      emailVerified: true,
      ...fields,
    };
  };

  const leave = (provider: OauthProvider, { returnTo = '/record', browserToken = null, link }: Way = {}) =>
    trial.auth.oauth.start({ provider, returnTo, browserToken, link: link ?? null });

  const back = (
    provider: OauthProvider,
    url: URL,
    browserToken: string | null,
    viewer: Way['link'] | null = null,
  ): Promise<OauthOutcome> =>
    trial.auth.oauth.finish({
      provider,
      state: url.searchParams.get('state'),
      code: url.searchParams.get('code'),
      error: url.searchParams.get('error'),
      browserToken,
      viewer: viewer ?? null,
      userAgent: 'vitest',
    });

  /** The whole way of a browser. */
  async function come(
    provider: OauthProvider,
    person: FakePerson | null,
    way: Way = {},
  ): Promise<OauthOutcome> {
    const { url, browserToken } = await leave(provider, way);
    return back(provider, await decideAt(url, person), browserToken, way.link);
  }

  /** Throws unless somebody was let in. */
  async function signIn(provider: OauthProvider, person: FakePerson) {
    const outcome = await come(provider, person);
    if (outcome.outcome !== 'signed-in') throw new Error(JSON.stringify(outcome));
    return outcome;
  }

  const accountOf = (provider: OauthProvider, { id }: FakePerson) =>
    database.prisma.user.findFirst({
      where: { identities: { some: { provider, providerUserId: id } } },
      include: { profile: true, identities: true },
    });

  async function everything(): Promise<unknown> {
    const { prisma } = database;
    return Promise.all([
      prisma.user.findMany({ orderBy: { id: 'asc' } }),
      prisma.identity.findMany({ orderBy: { providerUserId: 'asc' } }),
      prisma.session.findMany({ orderBy: { id: 'asc' } }),
      prisma.mailToken.findMany({ orderBy: { id: 'asc' } }),
    ]);
  }

  /** An account with a session, as people make it. */
  async function member() {
    const person = await trial.member();
    const { token, user } = await trial.signIn(person);
    return { ...person, token, userId: user.id };
  }

  return {
    get database() {
      return database;
    },
    get fake() {
      return fake;
    },
    get trial() {
      return trial;
    },
    somebody,
    leave,
    back,
    come,
    signIn,
    accountOf,
    everything,
    member,
  };
}
