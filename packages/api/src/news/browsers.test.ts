import { pushLimits, userId } from '@relato/contract';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { usePushedNews } from '../testing/news/pushed-news.ts';
import { startSession } from '../testing/users.ts';

const { world, ana, luis, eva, as, say, ...push } = usePushedNews();
const { service, phone, asAna, listJobs, deliver, readBodies } = push;

const countBrowsers = () => world.database.prisma.pushSubscription.count({ where: { userId: ana.id } });
const countPhones = () =>
  world.database.prisma.pushSubscription.count({ where: { endpoint: phone.endpoint } });

describe('a browser', () => {
  it.each([404, 410])('loses its subscription after the answer %i', async (status) => {
    service.nextFailure({ kind: 'answer', status });
    await say(luis);
    expect(await deliver()).toEqual([]);
    expect(await countBrowsers()).toBe(0);
  });

  it('whose push service is busy is notified later, and a permanent failure is not retried', async () => {
    service.nextFailure({ kind: 'answer', status: 429 });
    await say(luis);
    await expect(deliver()).rejects.toThrow('answers 429');
    expect(await listJobs()).toHaveLength(1);
    service.nextFailure({ kind: 'answer', status: 503 });
    expect(await deliver({ isLastAttempt: true })).toMatchObject([{ isFinal: false }]);
    await say(luis, 'Otra vez');
    service.nextFailure({ kind: 'answer', status: 302, headers: { location: phone.endpoint } });
    expect(await deliver()).toMatchObject([{ isFinal: true }]);
    expect([await countBrowsers(), readBodies()]).toEqual([1, []]);
  });

  it('gets no more notifications once its session ends', async () => {
    await say(luis);
    await asAna().account.signOut();
    await deliver();
    expect([await countBrowsers(), readBodies()]).toEqual([0, []]);
  });

  it('is subscribed once, belongs to its last subscriber, and only they can unsubscribe it', async () => {
    await asAna().news.subscribe(phone);
    expect(await countBrowsers()).toBe(1);
    await as(luis).news.unsubscribe({ endpoint: phone.endpoint });
    expect(await countBrowsers()).toBe(1);
    const asEva = world.callAs(eva, await startSession(world.database, eva));
    await asEva.news.subscribe(phone);
    expect(await countBrowsers()).toBe(0);
    await asEva.news.unsubscribe({ endpoint: phone.endpoint });
    expect(await countPhones()).toBe(0);
  });

  it('gets no notifications after a session with which its user signed in again', async () => {
    const person = await world.signUp('vuelve');
    const first = world.callAs(person.viewer, person.token);
    await first.news.subscribe(phone);
    const { token } = await first.account.signIn(person);
    expect(await countPhones()).toBe(1);
    await world.callAs(person.viewer, token).account.signOut();
    expect(await countPhones()).toBe(0);
  });

  it('is not subscribed for a user who did not ask, and signed in meanwhile', async () => {
    const asEva = world.callAs(eva, await startSession(world.database, eva));
    await expectRefusal(asEva.news.subscribe({ ...phone, userId: userId.parse(ana.id) }), 'FORBIDDEN');
    expect(await countBrowsers()).toBe(1);
  });

  it('beyond the limit replaces the oldest one', async () => {
    for (let more = 0; more < pushLimits.maxBrowsers; more += 1)
      await asAna().news.subscribe(service.addBrowser());
    expect(await countBrowsers()).toBe(pushLimits.maxBrowsers);
    expect(await countPhones()).toBe(0);
  });

  it('beyond the limit replaces the oldest one, also if all are subscribed at once', async () => {
    const browsers = Array.from({ length: pushLimits.maxBrowsers + 2 }, () => service.addBrowser());
    await Promise.all(browsers.map((browser) => asAna().news.subscribe(browser)));
    expect(await countBrowsers()).toBe(pushLimits.maxBrowsers);
  });

  it('SEC-63: needs a known push service, a key and a session', async () => {
    const { endpoint, p256dh, auth } = phone;
    for (const wrong of [
      { endpoint: 'https://127.0.0.1/push', p256dh, auth },
      { endpoint: 'http://fcm.googleapis.com/push', p256dh, auth },
      { endpoint, p256dh: 'short', auth },
      // The key is not a point of the curve.
      { endpoint, p256dh: 'B'.repeat(87), auth },
      { endpoint, p256dh: `${p256dh}===`, auth },
      { endpoint, p256dh, auth: `${auth}aaaa` },
    ])
      await expect(asAna().news.subscribe(wrong)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await world.callAs(ana, 'ended').news.subscribe(service.addBrowser());
    expect(await countBrowsers()).toBe(1);
  });

  it('loses its subscription with the account', async () => {
    await world.database.prisma.user.delete({ where: { id: ana.id } });
    expect(await countBrowsers()).toBe(0);
  });
});
