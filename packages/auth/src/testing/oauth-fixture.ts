import type { OauthProvider, UserId } from '@relato/contract';
import {
  decideAt,
  startFakeProviders,
  type FakePerson,
  type FakeProviders,
} from '@relato/testing/oauth/providers';
import { afterAll, beforeAll } from 'vitest';
import type { FinishOauth, OauthOutcome } from '../oauth/oauth.ts';
import { setupAuthFixture } from './auth-fixture.ts';

interface StartOptions {
  readonly returnTo?: string;
  readonly browserToken?: string | null;
  /** False for a visit that did not come from the forms. */
  readonly acceptsTerms?: boolean;
  readonly link?: { readonly userId: UserId; readonly token: string };
  readonly writeAlong?: FinishOauth['writeAlong'];
}

/** Registers the hooks of a test file in which browsers sign in through fake providers on loopback. */
export function setupOauthFixture() {
  let fake: FakeProviders;
  beforeAll(async () => {
    fake = await startFakeProviders();
  });
  afterAll(() => fake.stop());
  const fixture = setupAuthFixture({
    createProviders: () => ({
      google: { ...fake.clients.google, baseUrl: fake.url },
      facebook: { ...fake.clients.facebook, baseUrl: fake.url },
    }),
  });

  let people = 0;
  const newPerson = (fields: Partial<FakePerson> = {}): FakePerson => {
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

  const start = (
    provider: OauthProvider,
    { returnTo = '/record', browserToken = null, link, acceptsTerms = true }: StartOptions = {},
  ) => fixture.auth.oauth.start({ provider, returnTo, browserToken, acceptsTerms, link: link ?? null });

  const finish = (
    provider: OauthProvider,
    url: URL,
    browserToken: string | null,
    viewer: StartOptions['link'] | null = null,
    writeAlong: StartOptions['writeAlong'] = async () => {},
  ): Promise<OauthOutcome> =>
    fixture.auth.oauth.finish({
      provider,
      state: url.searchParams.get('state'),
      code: url.searchParams.get('code'),
      error: url.searchParams.get('error'),
      browserToken,
      viewer: viewer ?? null,
      userAgent: 'vitest',
      writeAlong,
    });

  /** Starts an attempt, lets the person decide at the provider (null cancels), and finishes it. */
  async function complete(
    provider: OauthProvider,
    person: FakePerson | null,
    options: StartOptions = {},
  ): Promise<OauthOutcome> {
    const { url, browserToken } = await start(provider, options);
    return finish(provider, await decideAt(url, person), browserToken, options.link, options.writeAlong);
  }

  /** Throws unless the person is signed in. */
  async function signIn(provider: OauthProvider, person: FakePerson) {
    const outcome = await complete(provider, person);
    if (outcome.outcome !== 'signed-in') throw new Error(JSON.stringify(outcome));
    return outcome;
  }

  const findAccount = (provider: OauthProvider, { id }: FakePerson) =>
    fixture.database.prisma.user.findFirst({
      where: { identities: { some: { provider, providerUserId: id } } },
      include: { profile: true, identities: true },
    });

  /** Returns every row that a sign-in may change. */
  async function snapshotAccounts(): Promise<unknown> {
    const { prisma } = fixture.database;
    return Promise.all([
      prisma.user.findMany({ orderBy: { id: 'asc' } }),
      prisma.identity.findMany({ orderBy: { providerUserId: 'asc' } }),
      prisma.session.findMany({ orderBy: { id: 'asc' } }),
      prisma.mailToken.findMany({ orderBy: { id: 'asc' } }),
    ]);
  }

  /** A new member with a password and a session. */
  async function newMember() {
    const { person, userId, token } = await fixture.newSignedInUser();
    return { ...person, token, userId };
  }

  return {
    fixture,
    get fake() {
      return fake;
    },
    newPerson,
    start,
    finish,
    complete,
    signIn,
    findAccount,
    snapshotAccounts,
    newMember,
  };
}
