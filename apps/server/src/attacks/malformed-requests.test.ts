import { listProcedures } from '@relato/api/testing/fuzz-calls';
import { serverLimits } from '@relato/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useTestApp, type TestUser } from '../testing/test-app.ts';

const test = useTestApp();
let ana: TestUser;
beforeAll(async () => {
  ana = await test.signUp('ana');
});

const nested = (open: string, close: string, depth: number): string =>
  open.repeat(depth) + close.repeat(depth);
const deepest = Math.floor(serverLimits.body.maxBytes / 2) - 100;

/** Matches texts that may never be in an answer: stacks, SQL, messages of libraries, paths. */
const leaks =
  /\bat \w+.*\(|node_modules|\/src\/|\.ts:|prisma|postgres|relation "|SELECT |INSERT |SQLSTATE|invalid byte|zod|superjson|RangeError|SyntaxError|TypeError|Unexpected token|Maximum call stack|Cannot /iu;

const send = (path: string, body: string, method = 'POST') =>
  method === 'GET'
    ? test.app.request(`/trpc/${path}?input=${encodeURIComponent(body)}`, { headers: ana.headers })
    : test.app.request(`/trpc/${path}`, {
        method,
        headers: { ...ana.headers, 'content-type': 'application/json' },
        body,
      });

async function expectRefused(answer: Response): Promise<void> {
  const text = await answer.text();
  expect([Math.floor(answer.status / 100), text.length < 2_000]).toEqual([4, true]);
  expect(text).not.toMatch(leaks);
}

const id = '0190a1b2-0000-7000-8000-000000000000';
const texts = (text: string): readonly (readonly [string, object])[] => [
  ['account.signIn', { email: `${text}@example.org`, password: text }],
  [
    'account.signUp',
    { username: `ana${text}`, email: `a${text}@example.org`, password: `secreta${text}`, acceptsTerms: true },
  ],
  ['comments.create', { id, storyId: id, content: `hola${text}`, authorName: text }],
  ['stories.create', { recordingId: id, title: `hola${text}`, transcript: text, tags: [text] }],
  ['reports.create', { storyId: id, reason: text }],
  ['recordings.begin', { id, claimedType: text }],
];

describe('SEC-19: malformed input is answered with a 4xx that reveals no internals', () => {
  it.each([
    ['arrays in arrays', nested('[', ']', deepest)],
    ['objects in objects', `{"json":${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}}`],
    ['arrays instead of a text', `{"json":{"email":${nested('[', ']', 40_000)},"password":"x"}}`],
    ['half an object', '{"json":{"email":"ana'],
    ['a lone surrogate', '{"json":{"email":"\\ud800@example.org","password":"\\udfff"}}'],
    ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]).toString('latin1')],
    ['infinite numbers', '{"json":{"email":1e999,"password":-1e999}}'],
    ['a prototype', '{"json":{"__proto__":{"role":"administrator"},"constructor":{"prototype":{"a":1}}}}'],
    ['a polluting path', '{"json":{"email":"x"},"meta":{"values":{"__proto__.role":["Date"]}}}'],
    [
      'a polluting reference',
      '{"json":{"email":"x"},"meta":{"referentialEqualities":{"email":["__proto__.a"]}}}',
    ],
    ['an invalid bigint', '{"json":{"email":"x","password":"y"},"meta":{"values":{"email":["bigint"]}}}'],
    ['an unknown class', '{"json":{"email":"x"},"meta":{"values":{"email":[["class","User"]]}}}'],
    ['invalid meta', '{"json":{"email":"x"},"meta":7}'],
  ])('%s', async (_case, body) => {
    await expectRefused(await send('account.signIn', body));
    if (body.length < 10_000) await expectRefused(await send('stories.byId', body, 'GET'));
  });

  it.each([...texts('\u0000'), ...texts('a'.repeat(90_000))])(
    'a NUL, or a text of 90 kB, in %s',
    async (path, input) => {
      await expectRefused(await send(path, JSON.stringify({ json: input })));
    },
  );

  it.each([...texts('\ud800'), ...texts(' 👵'.slice(0, 2))])('half an emoji in %s', async (path, input) => {
    const answer = await send(path, JSON.stringify({ json: input }));
    expect(await answer.clone().text()).toContain('INVALID_INPUT');
    await expectRefused(answer);
    expect(await test.world.database.prisma.comment.count()).toBe(0);
  });

  it.each(['search', 'cursor'])('half an emoji and a NUL in the %s of a query', async (field) => {
    const ask = (text: string) => send('stories.feed', JSON.stringify({ json: { [field]: text } }), 'GET');
    await expectRefused(await ask('\ud800'));
    const answer = await ask('\u0000');
    expect(answer.status).toBeLessThan(500);
    expect(await answer.text()).not.toMatch(leaks);
  });

  it.each([
    ['a NUL', '%00'],
    ['half an escape', '%E0%A4%A'],
    ['8,000 letters', 'a'.repeat(8_000)],
    ['an encoded parent path', '%2e%2e%2f%2e%2e/'],
    ['a malformed query', '?%'],
  ])('a path with %s', async (_case, path) => {
    for (const place of ['/trpc/', '/audio/', '/upload/', '/auth/', '/u/', '/']) {
      const answer = await test.app.request(`${place}${path}`, { headers: ana.headers });
      // The web app is not built here, and its routes answer 503.
      expect([place, answer.status < 500 || answer.status === 503]).toEqual([place, true]);
      expect(await answer.text()).not.toMatch(leaks);
    }
  });
});

/** Lists the id schemas anywhere in a schema. */
function listIds(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodObject) return Object.values(schema.shape).flatMap(listIds);
  if (schema instanceof z.ZodArray) return listIds(schema.element);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return listIds(schema.unwrap());
  return schema instanceof z.ZodUUID ? [schema] : [];
}

describe('SEC-45: an id has one accepted form', () => {
  it('in the input of every procedure', () => {
    const ids = listProcedures().flatMap(({ path, inputs }) =>
      inputs.flatMap((input) => listIds(input).map((schema) => ({ path, schema }))),
    );
    expect(ids.length).toBeGreaterThan(30);
    const lower = '0190a1b2-0000-7000-8000-00000000000f';
    for (const { path, schema } of ids) {
      expect([path, z.safeParse(schema, lower).success]).toEqual([path, true]);
      for (const other of [
        lower.toUpperCase(),
        `${lower.slice(0, -1)}F`,
        `{${lower}}`,
        lower.replaceAll('-', ''),
      ])
        expect([path, other, z.safeParse(schema, other).success]).toEqual([path, other, false]);
    }
  });

  it('for the id of the caller too: capitals are refused instead of naming another user', async () => {
    const capitals = ana.viewer.id.toUpperCase();
    await expectRefused(await send('follows.follow', JSON.stringify({ json: { userId: capitals } })));
    await expectRefused(await send('profiles.byIds', JSON.stringify({ json: { ids: [capitals] } }), 'GET'));
  });

  it('in a cursor and in the path of audio', async () => {
    const cursor = Buffer.from(JSON.stringify([0, 0, id.replace('a', 'A')])).toString('base64url');
    await expectRefused(await send('stories.feed', JSON.stringify({ json: { cursor } }), 'GET'));
    const audio = await test.app.request(`/audio/${id.toUpperCase()}`, { headers: ana.headers });
    expect([audio.status, await audio.json()]).toEqual([404, { error: 'STORY_NOT_FOUND' }]);
  });
});
