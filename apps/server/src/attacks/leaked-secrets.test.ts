import { sampleCalls } from '@relato/api/testing/fuzz-calls';
import { createTranscriber } from '@relato/speech';
import { beforeAll, describe, expect, it } from 'vitest';
import { servePages } from '../testing/served-pages.ts';
import type { TestUser, TestApp } from '../testing/test-app.ts';

/** Secrets of one user, which may not appear anywhere else. */
const canary = {
  email: 'canario.amarillo@secreto.example',
  password: 'Canario-que-canta-41',
  speechKey: 'speech-canary-8f3b0c55aa61',
  clientSecret: 'client-canary-77c1de02b9f4',
  fullName: 'Canaria Nombre Completo',
  transcript: 'Lo que canta el canario no lo sabe nadie',
};
const username = 'pajaro';

const { test } = servePages(() => ({
  transcriber: createTranscriber({
    provider: 'assemblyai',
    assemblyaiApiKey: canary.speechKey,
    assemblyaiBaseUrl: 'http://127.0.0.1:9',
  }),
  providers: {
    google: { clientId: 'relato', clientSecret: canary.clientSecret, baseUrl: 'http://127.0.0.1:9' },
  },
}));
let app: TestApp['app'];
let other: TestUser;
/** The tokens of the session and of the links in mails. */
const tokens: string[] = [];
let known: string[] = [];

beforeAll(async () => {
  app = test.createWithoutLimits();
  other = await test.signUp('otra');
  const token = await signUpAndIn();
  known = await createContent(token);
});

async function call(path: string, input: unknown, token?: string): Promise<unknown> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await app.request(`/trpc/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization },
    body: JSON.stringify({ json: input }),
  });
  const body = JSON.parse(await answer.text()) as { result?: { data: { json: unknown } } };
  return body.result?.data.json;
}

async function readToken(): Promise<string> {
  const token = await test.world.readMailedToken(canary.email);
  tokens.push(token);
  return token;
}

/** Over HTTP, so that everything passes the log, including a failed sign-in. */
async function signUpAndIn(): Promise<string> {
  const { email, password } = canary;
  await call('account.signUp', { username, email, password, acceptsTerms: true });
  await call('account.signIn', { email, password });
  await call('account.verifyEmail', { token: await readToken(), password });
  await call('account.signIn', { email, password: `${password}-wrong` });
  await call('account.requestPasswordReset', { email });
  await readToken();
  const signedIn = (await call('account.signIn', { email, password })) as { token: string };
  tokens.push(signedIn.token);
  return signedIn.token;
}

/** Creates stories, comments and votes. Resolves with ids for the calls of others. */
async function createContent(token: string): Promise<string[]> {
  const { prisma } = test.world.database;
  const { id } = await prisma.user.findUniqueOrThrow({ where: { email: canary.email } });
  await prisma.profile.update({ where: { id }, data: { fullName: canary.fullName } });
  const own = { ...other.viewer, ...(await test.world.services.auth.validateSession(token))?.user };
  const ids: string[] = [id, username];
  for (const published of [true, false]) {
    const recordingId = await test.world.inspected(own);
    const title = published ? 'A la vista' : 'A escondidas';
    const transcript = published ? 'Para todos' : canary.transcript;
    const story = (await call('stories.create', { recordingId, title, transcript }, token)) as { id: string };
    if (published) await call('stories.publish', { id: story.id }, token);
    const comment = { id: crypto.randomUUID(), storyId: story.id, content: 'Mío' };
    await call('comments.create', comment, token);
    await call('stories.vote', { id: story.id, direction: 'up' }, token);
    ids.push(recordingId, story.id, comment.id);
  }
  return ids;
}

const findIn = (text: string, secrets: readonly string[]): string[] =>
  secrets.filter((secret) => secret === '' || text.toLowerCase().includes(secret.toLowerCase()));

const personal = () => [canary.email, canary.password, canary.speechKey, canary.clientSecret, ...tokens];

describe.each<[string, () => Readonly<Record<string, string>>]>([
  ['a visitor', () => ({})],
  ['another member', () => other.headers],
])('SEC-05: the secrets of a user, requested by %s', (_caller, getHeaders) => {
  it('are in no answer of any procedure', async () => {
    const calls = sampleCalls({ calls: 800, seed: 41, known }).filter(
      ({ kind, path }) => kind === 'valid' && path !== 'account.signOut',
    );
    const leaks: string[] = [];
    let answered = 0;
    for (const { path, type, body } of calls) {
      const headers = { ...getHeaders(), 'content-type': 'application/json' };
      const query = new URLSearchParams({ input: body }).toString();
      const answer =
        type === 'query'
          ? await app.request(`/trpc/${path}?${query}`, { headers })
          : await app.request(`/trpc/${path}`, { method: 'POST', headers, body });
      const text = JSON.stringify([...answer.headers]) + (await answer.text());
      if (answer.status === 200) answered += 1;
      for (const found of findIn(text, [...personal(), canary.fullName, canary.transcript]))
        leaks.push(`${path} ${found}`);
    }
    expect(leaks).toEqual([]);
    expect(answered).toBeGreaterThan(calls.length / 24);
  });

  it('are in no page and in no header of audio', async () => {
    const audio = known.flatMap((id) => [`/audio/${id}`, `/upload/${id}`]);
    const pages = ['/', '/home', '/profile', `/u/${username}`, '/confirmar'];
    const leaks: string[] = [];
    for (const path of [...audio, ...pages, '/livez', '/readyz', '/export', '/auth/google']) {
      const answer = await app.request(path, { headers: { ...getHeaders(), accept: 'text/html,*/*' } });
      const text = JSON.stringify([...answer.headers]) + (await answer.text());
      for (const found of findIn(text, [...personal(), canary.fullName, canary.transcript]))
        leaks.push(`${path} ${found}`);
    }
    expect(leaks).toEqual([]);
  });
});

it('SEC-05: a user gets their own e-mail address', async () => {
  const [, , session = ''] = tokens;
  const answer = await app.request('/trpc/profiles.me', { headers: { authorization: `Bearer ${session}` } });
  expect(await answer.text()).toContain(canary.email);
});

it('SEC-05: a dump of the database holds no password, and no token of a session or link', async () => {
  const { sql } = test.world.database;
  const tables = await sql<{ name: string }>({
    name: 'canary-tables',
    text: `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    values: [],
  });
  const dumped = await Promise.all(
    tables.map(({ name }) =>
      sql({ name: `dump-${name}`, text: `SELECT t::text AS row FROM ${name} t`, values: [] }),
    ),
  );
  const dump = JSON.stringify(dumped);
  expect(dump).toContain(canary.email);
  expect(findIn(dump, [canary.password, canary.speechKey, canary.clientSecret, ...tokens])).toEqual([]);
});

describe('SEC-41: the logs', () => {
  it('contain a line for each request, and no secret', () => {
    const log = test.logs.join('');
    expect(log).toContain('/trpc/account.signIn');
    const secrets = [...personal(), canary.fullName, canary.transcript, 'A escondidas'];
    expect(findIn(log, secrets)).toEqual([]);
  });

  it('contain no secret when a driver attaches it to an error', async () => {
    const [token = ''] = tokens;
    const driver = Object.assign(new Error(`Key (email)=(${canary.email}) already exists for "${token}"`), {
      detail: `Key (email)=(${canary.email}) already exists.`,
      parameters: [canary.password],
      code: '23505',
    });
    const failure = Object.assign(new Error('procedure', { cause: driver }), {
      meta: { password: canary.password },
    });
    const auth = { ...test.world.services.auth, signUp: () => Promise.reject(failure) };
    const { email, password } = canary;
    const answer = await test.createWith({ auth }).request('/trpc/account.signUp', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ json: { username: 'otro_pajaro', email, password, acceptsTerms: true } }),
    });
    expect(answer.status).toBe(500);
    const log = test.logs.join('');
    expect(log).toContain('23505');
    expect(findIn(log + (await answer.text()), personal())).toEqual([]);
  });
});
