import { randomUUID } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { useTestApp, type TestUser } from '../testing/test-app.ts';
import { toCreation, toMetadata } from '../testing/tus-requests.ts';

const test = useTestApp();
let ana: TestUser;
beforeAll(async () => {
  ana = await test.signUp('ana');
});

type Input = Readonly<Record<string, unknown>>;

describe('SEC-33: a URL in an input', () => {
  it('is never fetched by the server, in any field or header', async () => {
    const asked: string[] = [];
    const canary = createServer((socket) => {
      asked.push('connected');
      socket.destroy();
    });
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
    const fetched = vi.spyOn(globalThis, 'fetch');
    const url = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/`; // the server listens on a port
    const storyId = await test.world.publishStory(ana.viewer);
    const headers = {
      ...ana.headers,
      referer: url,
      'x-forwarded-host': url,
      'x-forwarded-for': url,
      forwarded: `host=${url}`,
      'x-original-url': url,
      'x-rewrite-url': url,
    };
    const id = randomUUID();
    const inputs: readonly (readonly [string, Input])[] = [
      [
        'account.signUp',
        { username: 'dora', email: 'dora@127.0.0.1', password: url, acceptsTerms: true, redirectTo: url },
      ],
      ['account.signIn', { email: 'ana@example.org', password: url, callbackUrl: url }],
      ['account.requestPasswordReset', { email: 'ana@example.org', returnTo: url }],
      ['profiles.update', { fullName: url, username: 'ana', avatarUrl: url, website: url }],
      ['recordings.begin', { id, claimedType: url, audioUrl: url }],
      [
        'stories.update',
        { id: storyId, title: url, transcript: `![x](${url}) <img src="${url}">`, audioUrl: url },
      ],
      ['stories.updateTags', { id: storyId, tags: [url.slice(0, 50)] }],
      ['comments.create', { id: randomUUID(), storyId, content: url }],
      ['reports.create', { storyId, reason: url }],
    ];
    for (const [procedure, json] of inputs) {
      const body = JSON.stringify({ json });
      const type = { 'content-type': 'application/json' };
      await test.app.request(`/trpc/${procedure}`, {
        method: 'POST',
        headers: { ...headers, ...type },
        body,
      });
    }
    const metadata = Buffer.from(url).toString('base64');
    await test.app.request(
      '/upload',
      toCreation(
        id,
        { headers },
        {
          'upload-concat': `final;${url}`,
          'upload-metadata': `${toMetadata(id)},url ${metadata},filename ${metadata}`,
        },
      ),
    );
    for (const path of [`/?url=${url}`, `/auth/google?return=${url}`, `/audio/${encodeURIComponent(url)}`]) {
      await test.app.request(path, { headers });
    }
    await test.world.workOff();
    await test.world.readMails();
    await new Promise((resolve) => canary.close(resolve));
    expect(asked).toEqual([]);
    expect(fetched).not.toHaveBeenCalled();
    fetched.mockRestore();
  });
});
