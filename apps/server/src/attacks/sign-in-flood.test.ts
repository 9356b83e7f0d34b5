import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../testing/test-app.ts';

const test = useTestApp();
beforeAll(async () => {
  await test.world.publishStory(await test.world.addUser('ana'));
});

const readFeed = async (): Promise<string> =>
  (await test.app.request('/trpc/stories.feed?input=%7B%22json%22%3A%7B%7D%7D')).text();

describe('SEC-22: a flood of sign-ins', () => {
  // Each sign-in costs an Argon2id hash, which takes time on a slow machine.
  it('does not block the feed, which is read many times meanwhile', async () => {
    const wave = 30;
    const ended: string[] = [];
    const flood = Promise.all(
      Array.from({ length: wave }, async (_, n) => {
        const caller = test.world.callAs(null, undefined, { network: randomUUID() });
        const account = { email: `nadie${n}@example.org`, password: 'otra cosa' };
        await caller.account.signIn(account).catch(() => {});
        ended.push('signIn');
      }),
    );
    for (let n = 0; n < 5; n += 1) {
      expect(await readFeed()).toContain('El tren');
      ended.push('feed');
    }
    await flood;
    expect(ended.lastIndexOf('feed')).toBeLessThan(ended.lastIndexOf('signIn'));
    // The server verifies two callers at a time and refuses those who would wait too long.
    expect(ended.filter((what) => what === 'signIn')).toHaveLength(wave);
  });
});
