import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { toMetadata } from '../testing/tus-requests.ts';
import { useTestApp, type TestUser } from '../testing/test-app.ts';

const test = useTestApp();
let ana: TestUser;
let cookie: string;
let recordingId: string;
beforeAll(async () => {
  ana = await test.signUp('ana');
  cookie = test.world.services.auth.cookies.session.serialize(ana.token).split(';')[0] ?? '';
  recordingId = randomUUID();
  await test.world.database.prisma.recording.create({
    data: { id: recordingId, userId: ana.viewer.id, claimedType: 'audio/webm' },
  });
});

type Headers = Readonly<Record<string, string>>;

/** The headers that browsers send for pages of other origins. */
const foreignOrigins: readonly (readonly [string, Headers])[] = [
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['another site, in a browser from before 2023', { origin: 'https://evil.example' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['a subdomain', { origin: 'http://blog.relato.test', 'sec-fetch-site': 'same-site' }],
  ['another scheme', { origin: 'https://relato.test' }],
  ['a host that starts with ours', { origin: 'http://relato.test.evil.example' }],
  ['only Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
];

/** Browsers send forms to any origin without a preflight. */
function toForm(): FormData {
  const form = new FormData();
  form.set('username', 'robada');
  return form;
}

/** Returns the rows that a change would alter. */
const readState = () => {
  const { prisma } = test.world.database;
  return Promise.all([prisma.profile.findMany(), prisma.session.findMany(), prisma.recording.findMany()]);
};

describe('SEC-14: a change requested by a page of another origin', () => {
  it.each(foreignOrigins)('is refused with the cookie, in every content type: %s', async (_case, headers) => {
    const before = await readState();
    const json = JSON.stringify({ json: { username: 'robada' } });
    const bodies: readonly (readonly [Headers, string | FormData])[] = [
      [{}, toForm()],
      [{ 'content-type': 'text/plain' }, json],
      [{ 'content-type': 'application/json' }, json],
      [{}, ''],
    ];
    const requests: (readonly [path: string, method: string, Headers, string | FormData])[] = bodies.flatMap(
      ([type, body]) =>
        ['/trpc/profiles.update', '/trpc/account.signOut?batch=1'].map(
          (path) => [path, 'POST', type, body] as const,
        ),
    );
    const tus = {
      'tus-resumable': '1.0.0',
      'upload-defer-length': '1',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'upload-metadata': toMetadata(recordingId),
    };
    requests.push(['/upload', 'POST', tus, 'x'], [`/upload/${recordingId}`, 'PATCH', tus, 'x']);
    for (const [path, method, type, body] of requests) {
      const answer = await test.app.request(path, { method, headers: { ...headers, ...type, cookie }, body });
      expect([path, answer.status]).toEqual([path, 403]);
      expect(await answer.json()).toEqual({ error: 'FOREIGN_ORIGIN' });
    }
    expect(await readState()).toEqual(before);
  });

  it('is not suspected of a program, whose form is refused by its type', async () => {
    const request = { method: 'POST', headers: ana.headers, body: toForm() };
    expect((await test.app.request('/trpc/profiles.update', request)).status).toBe(415);
  });
});

const permissionsOf = (answer: Response): string[] =>
  [...answer.headers.keys()].filter((name) => name.startsWith('access-control'));

describe('SEC-16: a page of another origin', () => {
  it.each(foreignOrigins.slice(0, 4))('may not read any answer: %s', async (_case, headers) => {
    const asked = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    };
    for (const path of ['/', '/trpc/settings.public', '/audio/nothing', '/upload', '/missing.js']) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const answer = await test.app.request(path, { method, headers: { ...headers, ...asked, cookie } });
        expect(permissionsOf(answer)).toEqual([]);
        expect(method !== 'OPTIONS' || answer.status === 405).toBe(true);
      }
    }
  });

  it('gets no exposed headers from an upload', async () => {
    const headers = { ...ana.headers, origin: 'http://relato.test', 'tus-resumable': '1.0.0' };
    const answer = await test.app.request(`/upload/${recordingId}`, { method: 'HEAD', headers });
    expect(permissionsOf(answer)).toEqual([]);
  });
});

describe('SEC-52: the address of the app', () => {
  const ours = ['https://relato.example', true] as const;
  const local = ['http://localhost:3000', false] as const;
  it.each<[string, readonly [string, boolean], string, string, boolean]>([
    ['another scheme', ours, 'http://relato.example', 'relato.example', false],
    ['another port', ours, 'https://relato.example:8443', 'relato.example', false],
    ['an origin with a path', ours, 'https://relato.example/', 'relato.example', false],
    ['two origins', ours, 'https://relato.example https://evil.example', 'relato.example', false],
    ['its own', ours, 'https://relato.example', 'relato.example', true],
    ['its own with the port in the host', ours, 'https://relato.example', 'relato.example:443', true],
    ['https without PUBLIC_URL', local, 'https://localhost:3000', 'localhost:3000', false],
    [
      'an address of this machine without PUBLIC_URL',
      local,
      'http://192.168.1.7:3000',
      '192.168.1.7:3000',
      true,
    ],
  ])('is compared as a whole: %s', async (_case, [publicUrl, isPublicUrlSet], origin, host, isAccepted) => {
    const answer = await test.createWith({ publicUrl }, { isPublicUrlSet }).request('/trpc/account.signOut', {
      method: 'POST',
      headers: { ...ana.headers, 'content-type': 'application/json', origin, host },
      body: '{',
    });
    expect(answer.status === 403).toBe(!isAccepted);
    expect(answer.status).not.toBe(421);
  });

  it.each(['evil.example', 'relato.example.evil.example', 'relato.example:8443', 'relato.example.'])(
    'is not served under the host %s, except to probes',
    async (host) => {
      const app = test.createWith({ publicUrl: 'https://relato.example' }, { isPublicUrlSet: true });
      for (const path of ['/', '/trpc/settings.public', '/audio/x', '/auth/google', '/missing.js']) {
        const answer = await app.request(path, { headers: { host } });
        expect([path, answer.status, await answer.json()]).toEqual([path, 421, { error: 'FOREIGN_ORIGIN' }]);
      }
      for (const path of ['/livez', '/readyz'])
        expect((await app.request(path, { headers: { host } })).status).toBe(200);
    },
  );
});
