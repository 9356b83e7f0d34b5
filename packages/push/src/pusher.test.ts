import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { startPushService, type FakePushService } from '@relato/testing/push/push-service';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPushKeys } from './push-keys.ts';
import { isPublicAddress } from './public-address.ts';
import { createPusher, type PushNetwork } from './pusher.ts';

const keys = createPushKeys();
const note = {
  title: 'Relato',
  body: '@ana comentó «El tren»',
  navigate: 'https://relato.example/',
  tag: 'a',
};
const delivery = { ttlSeconds: 3_600, signal: new AbortController().signal };
let service: FakePushService;
beforeEach(async () => {
  service = await startPushService();
});
afterEach(() => service.stop());

const resolveTo =
  (...addresses: readonly string[]): LookupFunction =>
  (_host, _options, callback) =>
    callback(
      null,
      addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
const connect = (network: PushNetwork = {}) =>
  createPusher('https://relato.example', keys, {
    lookup: resolveTo('127.0.0.1'),
    mayConnect: () => true,
    port: service.port,
    ca: service.ca,
    ...network,
  });

it('a browser decrypts the message that the service accepts from a signed sender', async () => {
  const target = service.addBrowser();
  await expect(connect().send(target, note, delivery)).resolves.toBe(true);
  const [push] = service.received;
  expect(push).toMatchObject({
    ttlSeconds: 3_600,
    senderKey: keys.publicKey,
    sender: { aud: 'https://updates.push.services.mozilla.com', sub: 'https://relato.example' },
  });
  expect(JSON.parse(push?.text ?? '')).toEqual({
    web_push: 8030,
    notification: { lang: 'es', dir: 'ltr', ...note },
  });
  // The padding hides the length.
  const [{ body } = { body: '' }] = service.requests;
  expect(body).toHaveLength(4_096);
});

it.each([404, 410])('a subscription is gone after the answer %i of its service', async (status) => {
  service.nextFailure({ kind: 'answer', status });
  await expect(connect().send(service.addBrowser(), note, delivery)).resolves.toBe(false);
});

it.each([
  [429, false],
  [500, false],
  [503, false],
  [400, true],
  [403, true],
  [413, true],
])('the answer %i is an error, and final: %j', async (status, isFinal) => {
  service.nextFailure({ kind: 'answer', status, body: 'secrets of the service' });
  await expect(connect().send(service.addBrowser(), note, delivery)).rejects.toMatchObject({
    message: `updates.push.services.mozilla.com answers ${status}`,
    isFinal,
  });
});

it('follows no redirect', async () => {
  const location = service.addBrowser('fcm.googleapis.com').endpoint;
  service.nextFailure({ kind: 'answer', status: 307, headers: { location } });
  await expect(connect().send(service.addBrowser(), note, delivery)).rejects.toMatchObject({ isFinal: true });
  expect([service.requests.length, service.received.length]).toEqual([1, 0]);
});

it('does not read an answer of any length', async () => {
  service.nextFailure({ kind: 'hang-in-body' });
  await expect(connect().send(service.addBrowser(), note, delivery)).resolves.toBe(true);
});

it.each(['hang', 'reset'] as const)('an attempt ends at a service that answers nothing: %s', async (kind) => {
  service.nextFailure({ kind });
  const sent = connect({ timeoutMs: 300 }).send(service.addBrowser(), note, delivery);
  await expect(sent).rejects.toMatchObject({ isFinal: false });
});

it('an attempt fails at a service that answers with another protocol', async () => {
  service.nextFailure({
    kind: 'answer',
    status: 101,
    headers: { connection: 'upgrade', upgrade: 'other' },
  });
  const sent = connect({ timeoutMs: 300 }).send(service.addBrowser(), note, delivery);
  await expect(sent).rejects.toMatchObject({ isFinal: false });
});

it('an invalid key of a browser is a final error', async () => {
  const target = { ...service.addBrowser(), p256dh: 'B'.repeat(87) };
  await expect(connect().send(target, note, delivery)).rejects.toMatchObject({ isFinal: true });
  expect(service.requests).toEqual([]);
});

it('a stopping process does not wait for a service', async () => {
  service.nextFailure({ kind: 'hang' });
  const stopping = new AbortController();
  const sent = connect().send(service.addBrowser(), note, { ...delivery, signal: stopping.signal });
  stopping.abort();
  await expect(sent).rejects.toMatchObject({ isFinal: false });
});

describe('SEC-63: an address from a user', () => {
  it.each(['http://fcm.googleapis.com/push/a', 'https://localhost/push/a', 'https://evil.example/push/a'])(
    'is refused if it is not a push service: %s',
    async (endpoint) => {
      const target = { ...service.addBrowser(), endpoint };
      await expect(connect().send(target, note, delivery)).rejects.toMatchObject({ isFinal: true });
      expect(service.requests).toEqual([]);
    },
  );

  it.each([['127.0.0.1'], ['142.250.1.1', '127.0.0.1'], ['::ffff:127.0.0.1']])(
    'is refused if its name leads into a private network: %s',
    async (...addresses) => {
      const pusher = connect({ lookup: resolveTo(...addresses), mayConnect: isPublicAddress });
      const sent = pusher.send(service.addBrowser(), note, delivery);
      await expect(sent).rejects.toThrow('ENOTPUBLIC');
      expect(service.requests).toEqual([]);
    },
  );

  it('is looked up once, so that a later change of its name has no effect', async () => {
    let asked = 0;
    const lookup: LookupFunction = (host, options, callback) => {
      asked += 1;
      resolveTo('127.0.0.1')(host, options, callback);
    };
    await connect({ lookup }).send(service.addBrowser(), note, delivery);
    expect(asked).toBe(1);
  });

  it.each(['142.250.184.10', '17.57.144.10', '2a00:1450:4003::1', '2620:149:a44::1'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.8.8.8',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fe80::1',
    'ff02::1',
  ])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false));
});
