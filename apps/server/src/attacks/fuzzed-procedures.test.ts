import { randomUUID } from 'node:crypto';
import { sampleCalls, type FuzzCall } from '@relato/api/testing/fuzz-calls';
import { createToken, hashToken } from '@relato/auth';
import { isErrorCode, storyTags, updateStoryInput, username } from '@relato/contract';
import { createReport, createStory } from '@relato/db/testing/factories';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp, type TestApp } from '../testing/test-app.ts';

const seed = Number(process.env.FUZZ_SEED ?? 20_260);
const wantedCalls = 1_500;

const roles = ['visitor', 'user', 'moderator', 'administrator'] as const;
type Actor = (typeof roles)[number];

const test = useTestApp();
let app: ReturnType<TestApp['createWith']>;
let known: readonly string[];
const actors = new Map<Actor, { readonly id: string; token: string }>();

beforeAll(async () => {
  app = test.createWithoutLimits();
  for (const role of roles) {
    if (role === 'visitor') continue;
    const { id } = await test.world.addUser(role, role);
    actors.set(role, { id, token: await startSession(id) });
  }
  known = await createTargets();
});

async function startSession(userId: string): Promise<string> {
  const token = createToken();
  const expiresAt = new Date(Date.now() + 3_600_000);
  await test.world.database.prisma.session.create({ data: { id: hashToken(token), userId, expiresAt } });
  return token;
}

/** Creates public and private content of another user and of each actor. Resolves with ids and names that calls may use. */
async function createTargets(): Promise<string[]> {
  const { prisma } = test.world.database;
  const owner = await test.world.addUser('dueña');
  const owners = [owner.id, ...Array.from(actors.values(), ({ id }) => id)];
  const ids = [...owners, owner.username ?? '', owner.email ?? ''];
  for (const userId of owners) {
    for (const published of [true, false]) {
      const storyId = await createStory(prisma, { userId, published });
      const story = await prisma.story.findUniqueOrThrow({ where: { id: storyId } });
      await createReport(prisma, { storyId });
      const about = { storyId, userId, content: 'Hola', authorName: 'alguien' };
      const comment = await prisma.comment.create({ data: { id: randomUUID(), ...about } });
      ids.push(storyId, story.recordingId, comment.id);
    }
    const target = { targetId: userId, subject: '', reason: 'Spam' };
    const notice = { id: randomUUID(), userId, kind: 'account_restored' as const, ...target };
    await prisma.notice.create({ data: notice });
    ids.push(notice.id);
  }
  const administrator = await test.world.addUser('jefa', 'administrator');
  await test.world.callAs(administrator).admin.repairCounters();
  return ids;
}

/** Restores the session, role and account of an actor after a call ended or suspended them. */
async function restoreActor(actor: Actor): Promise<void> {
  const person = actors.get(actor);
  if (!person || actor === 'visitor') return;
  const { prisma } = test.world.database;
  const account = { role: actor, suspendedAt: null, emailVerifiedAt: new Date() };
  const created = { id: person.id, email: `${actor}@example.org`, profile: { create: { username: actor } } };
  await prisma.user.upsert({
    where: { id: person.id },
    update: account,
    create: { ...created, ...account },
  });
  person.token = await startSession(person.id);
}

interface Answer {
  readonly call: FuzzCall;
  readonly actor: Actor;
  readonly status: number;
  readonly text: string;
}

async function send(call: FuzzCall, actor: Actor): Promise<Answer> {
  const token = actors.get(actor)?.token;
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const address = `/trpc/${call.path}`;
  const answer =
    call.type === 'query'
      ? await app.request(`${address}?${new URLSearchParams({ input: call.body }).toString()}`, { headers })
      : await app.request(address, { method: 'POST', headers, body: call.body });
  return { call, actor, status: answer.status, text: await answer.text() };
}

/** Sends the calls as the four actors in parallel, and those of each actor in sequence. */
async function sendAll(calls: readonly FuzzCall[]): Promise<Answer[]> {
  const lanes = roles.map(async (actor, lane) => {
    const answers: Answer[] = [];
    for (const call of calls.filter((_, index) => index % roles.length === lane)) {
      const answer = await send(call, actor);
      answers.push(answer);
      if (answer.status === 401 && actor !== 'visitor') await restoreActor(actor);
    }
    return answers;
  });
  return (await Promise.all(lanes)).flat();
}

/** Returns whether an error consists of one of our codes and nothing else. */
function hasOnlyOurCode({ status, text }: Answer): boolean {
  if (status < 400) return true;
  const body = JSON.parse(text) as { error?: unknown };
  if (isErrorCode(body.error)) return true;
  const shape = (body.error as { json?: { message?: unknown; data?: Record<string, unknown> } }).json;
  return isErrorCode(shape?.message) && shape.data?.stack === undefined;
}

const describeAnswer = ({ call, actor, status, text }: Answer): string =>
  `${actor} ${call.path} ${call.body.slice(0, 300)} → ${status} ${text.slice(0, 300)}`;

/** Returns a hash of every table except the counts of limits and the sessions, which tests change. */
async function takeSnapshot(): Promise<unknown> {
  const { sql } = test.world.database;
  const tables = await sql<{ name: string }>({
    name: 'fuzz-tables',
    text: `SELECT tablename AS name FROM pg_tables
      WHERE schemaname = 'public' AND tablename NOT IN ('rate_limits', 'sessions')`,
    values: [],
  });
  const rows = await Promise.all(
    tables.map(({ name }) =>
      sql({
        name: `fuzz-${name}`,
        text: `SELECT '${name}' AS name, count(*)::int, md5(string_agg(t::text, '' ORDER BY t::text)) FROM "${name}" t`,
        values: [],
      }),
    ),
  );
  return rows.flat();
}

describe('SEC-19: calls of all procedures, generated from their schemas', () => {
  it('cause no 5xx, reveal no internals, and write nothing that a schema refuses', async () => {
    const calls = sampleCalls({ calls: wantedCalls, seed, known });
    expect(calls.length).toBeGreaterThanOrEqual(wantedCalls);

    const before = await takeSnapshot();
    const refused = await sendAll(calls.filter((call) => call.isRefused));
    expect(await takeSnapshot()).toEqual(before);
    expect(refused.filter(({ status }) => status < 400).map(describeAnswer)).toEqual([]);

    const others = await sendAll(calls.filter((call) => !call.isRefused));
    const answers = [...refused, ...others];
    expect(answers.filter(({ status }) => status >= 500).map(describeAnswer)).toEqual([]);
    expect(answers.filter((answer) => !hasOnlyOurCode(answer)).map(describeAnswer)).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect('polluted' in {}).toBe(false);
  });

  it('leave only rows that the schemas accept', async () => {
    const { prisma } = test.world.database;
    const stories = await prisma.story.findMany();
    expect(stories.length).toBeGreaterThan(0);
    for (const story of stories) {
      expect(updateStoryInput.safeParse(story).error?.issues).toBeUndefined();
      expect(storyTags.safeParse(story.tags).error?.issues).toBeUndefined();
    }
    for (const { username: name } of await prisma.profile.findMany())
      expect(name === null || username.safeParse(name).success).toBe(true);
  });
});
