import { queueDigests } from '@relato/api';
import { beforeEach, expect, it } from 'vitest';
import { useTestApp, type TestUser } from '../../testing/test-app.ts';

const test = useTestApp();
let ana: TestUser;
let link: string;
beforeEach(async () => {
  ana = await test.signUp(`ana_${crypto.randomUUID().slice(0, 8)}`);
  const { database, services } = test.world;
  await test.world.callAs(ana.viewer).news.setSettings({ digest: 'daily', timeZone: 'UTC' });
  await database.prisma.news.create({
    data: { id: crypto.randomUUID(), userId: ana.viewer.id, kind: 'follow' },
  });
  await database.prisma.newsSettings.updateMany({
    where: { userId: ana.viewer.id },
    data: { digestDueAt: new Date(0), digestedAt: new Date(0) },
  });
  await queueDigests(services);
  const mail = (await test.world.readMails()).findLast(({ to }) => to === ana.viewer.email);
  const address = /^<(.+)>$/.exec(mail?.headers.get('list-unsubscribe') ?? '')?.[1] ?? '';
  link = address.replace('http://relato.test', '');
});

const readDigest = async () => (await test.world.callAs(ana.viewer).news.settings()).digest;
/** Posts like the server of a mail program. */
const leave = (address = link) =>
  test.app.request(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });

it('SEC-15: the address in a mail changes nothing when it is opened', async () => {
  expect(link).toMatch(/^\/baja\?token=[\w-]+$/);
  await test.app.request(link, { headers: { accept: 'text/html' } });
  expect(await readDigest()).toBe('daily');
});

it('a POST to that address ends the mails without a sign-in, even twice', async () => {
  expect((await leave()).status).toBe(204);
  expect(await readDigest()).toBeNull();
  expect((await leave()).status).toBe(204);
});

it('a POST from a page of another site counts too, because the token identifies the user', async () => {
  const headers = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' };
  expect((await test.app.request(link, { method: 'POST', headers })).status).toBe(204);
});

it('a POST with a session and without a token changes nothing', async () => {
  const answer = await test.app.request('/baja', { method: 'POST', headers: ana.headers });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: 'LINK_INVALID' });
  expect(await readDigest()).toBe('daily');
});
