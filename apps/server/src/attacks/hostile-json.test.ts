import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nest } from '@relato/api/testing/arbitrary-input';
import { serverLimits } from '@relato/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { close, listen } from '../http/http-server.ts';
import { useTestApp } from '../testing/test-app.ts';

const test = useTestApp();
let server: Server;
let address: string;
beforeAll(async () => {
  // Over sockets, so that answers queue in the event loop as in production.
  server = await listen(test.createWithoutLimits(), { port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // the server listens on a port
});
afterAll(async () => {
  await close(server);
});

const list = <Item>(count: number, toItem: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => toItem(index));
const record = (keys: readonly string[], value: unknown) =>
  Object.fromEntries(keys.map((key) => [key, value]));

/** Payloads that make superjson build large values, from `count` keys. A body of 100 kB holds 1,700. */
const toHostile = (count: number): readonly (readonly [string, object])[] => {
  const depth = Math.min(count, 500);
  const keys = list(count, (index) => `k${index}`);
  const values = record(keys, [['typed-array', 'Float64Array']]);
  return [
    ['typed arrays', { json: record(keys, 500_000_000), meta: { values } }],
    ['one array past its end', { json: { ids: [] }, meta: { values: { 'ids.400000000': ['undefined'] } } }],
    ['sets of maps', { json: record(keys, [[1, [[2, 3]]]]), meta: { values: record(keys, ['map']) } }],
    [
      'sets in sets',
      {
        json: nest(depth, (inner) => [inner]),
        meta: { values: nest(depth, (inner) => ['set', { 0: inner }]) },
      },
    ],
    [
      'references',
      { json: record(keys, {}), meta: { referentialEqualities: { k0: keys.map((key) => `${key}.x`) } } },
    ],
    [
      'prototypes',
      { json: { id: 'x' }, meta: { values: record(['__proto__.x', 'constructor.x'], ['Date']) } },
    ],
    ['many values', { json: { ids: list(count * 10, () => 1) } }],
  ];
};

interface Attack {
  readonly what: string;
  readonly path: string;
  readonly init?: ReturnType<typeof post>;
}

const post = (body: string) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body,
});
/** Each payload in a body and in a URL, alone and in a batch. */
const attacks: readonly Attack[] = [
  ...toHostile(1_700).flatMap(([what, payload]) => [
    { what, path: '/trpc/account.verifyEmail', init: post(JSON.stringify(payload)) },
    {
      what: `${what}, in a batch`,
      path: '/trpc/account.verifyEmail,account.verifyEmail?batch=1',
      init: post(JSON.stringify({ 0: { json: { token: 'x' } }, 1: payload })),
    },
  ]),
  ...toHostile(60).flatMap(([what, payload]) => [
    {
      what: `${what}, in an address`,
      path: `/trpc/stories.byIds?input=${encodeURIComponent(JSON.stringify(payload))}`,
    },
    {
      what: `${what}, in the address of a batch`,
      path: `/trpc/stories.byIds,stories.byIds?batch=1&input=${encodeURIComponent(JSON.stringify({ 0: payload, 1: payload }))}`,
    },
  ]),
];

describe('SEC-43: hostile superjson payloads', () => {
  it('are refused, and the process keeps answering other requests', async () => {
    const answers = attacks.map(async ({ what, path, init }) => {
      expect(init?.body.length ?? 0).toBeLessThanOrEqual(serverLimits.body.maxBytes);
      const answer = await fetch(`${address}${path}`, init);
      return [what, answer.status, await answer.text()] as const;
    });
    /** The processor time until each answer, which other programs of the machine do not add to. */
    const waits: number[] = [];
    const all = Promise.all(answers);
    const goesOn = all.then(() => false);
    do {
      const before = process.threadCpuUsage();
      expect((await fetch(`${address}/livez`)).status).toBe(200);
      const { user, system } = process.threadCpuUsage(before);
      waits.push((user + system) / 1_000);
    } while (await Promise.race([goesOn, Promise.resolve(true)]));
    for (const [what, status, text] of await all) {
      expect([what, status]).toEqual([what, 400]);
      expect(text).toContain('INVALID_INPUT');
    }
    // The median, because this process also sends the attack.
    const typical = waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)];
    expect(typical).toBeLessThan(100);
    expect(Math.max(...waits)).toBeLessThan(10_000);
  });

  it('are not even read with another content type', async () => {
    for (const type of ['multipart/form-data; boundary=x', 'text/plain', '']) {
      const headers = { 'content-type': type };
      const init = { method: 'POST', headers, body: '{"json":{"token":"x"}}' };
      const answer = await test.app.request('/trpc/account.verifyEmail', init);
      expect([answer.status, await answer.json()]).toEqual([415, { error: 'INVALID_INPUT' }]);
    }
  });
});
