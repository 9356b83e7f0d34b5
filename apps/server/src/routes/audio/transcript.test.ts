import { randomUUID } from 'node:crypto';
import type { StoryId } from '@relato/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp, type TestUser } from '../../testing/test-app.ts';

const test = useTestApp();
let ana: TestUser;
let beto: TestUser;
let published: StoryId;
beforeAll(async () => {
  ana = await test.signUp('ana');
  beto = await test.signUp('beto');
  published = await tell(ana, { title: 'La reja' });
});

const words = ['Érase', '<una>', 'vez.'].map((text, index) => ({
  text,
  startMs: index * 500,
  endMs: index * 500 + 400,
  confidence: 0.1,
}));

/** Publishes a story whose words have times. */
async function tell({ viewer }: TestUser, { title }: { readonly title: string }): Promise<StoryId> {
  const id = await test.world.publishStory(viewer, { title, transcript: 'Érase <una> vez.' });
  await test.world.database.prisma.story.update({ where: { id }, data: { transcriptWords: words } });
  return id;
}

const get = async (file: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
  test.app.request(`/transcript/${file}`, { method, headers });

describe('the transcript of a public story', () => {
  it.each([
    ['txt', 'text/plain', 'Érase <una> vez.\n'],
    ['srt', 'application/x-subrip', '1\n00:00:00,000 --> 00:00:01,400\nÉrase ‹una› vez.\n'],
    ['vtt', 'text/vtt', 'WEBVTT\n\n00:00:00.000 --> 00:00:01.400\nÉrase &lt;una&gt; vez.\n'],
  ])('is sent as %s to everyone', async (extension, type, text) => {
    const answer = await get(`${published}.${extension}`);
    expect([answer.status, await answer.text()]).toEqual([200, text]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="La reja.${extension}"; filename*=UTF-8''La%20reja.${extension}`,
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cross-origin-resource-policy': 'same-origin',
    });
    const head = await get(`${published}.${extension}`, {}, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it.each([
    ['¿Ñandú?', 'Nandu', '%C2%BF%C3%91and%C3%BA'],
    ['../../etc/passwd', 'etc passwd', 'etc%20passwd'],
    ['"; filename="x.exe', 'filename x.exe', '%3B%20filename%3D%20x.exe'],
    ['🥭🥭', 'historia', '%F0%9F%A5%AD%F0%9F%A5%AD'],
    ["it's (a) *star*\r\nX-Evil: 1", 'its a star X-Evil 1', 'it%27s%20%28a%29%20star%20X-Evil%201'],
    ['///', 'historia', 'historia'],
  ])('is a file whose name is safe everywhere: %j', async (title, plain, encoded) => {
    await test.world.database.prisma.story.update({ where: { id: published }, data: { title } });
    const disposition = (await get(`${published}.vtt`)).headers.get('content-disposition');
    expect(disposition).toBe(`attachment; filename="${plain}.vtt"; filename*=UTF-8''${encoded}.vtt`);
  });

  it('L264: equals the text of the app for a story without a text, and has no captions without times', async () => {
    const recordingId = await test.world.record(ana.viewer);
    const { stories } = test.world.callAs(ana.viewer);
    const { id } = await stories.create({ recordingId, title: 'La reja' });
    expect(await (await get(`${id}.txt`, ana.headers)).text()).toBe('No se pudo transcribir el audio\n');
    for (const extension of ['srt', 'vtt']) {
      const answer = await get(`${id}.${extension}`, ana.headers);
      expect([answer.status, await answer.text()]).toEqual([404, '{"error":"NOT_FOUND"}']);
    }
    const transcript = { status: 'queued', provider: 'local' } as const;
    await test.world.database.prisma.transcript.create({ data: { recordingId, ...transcript } });
    expect((await get(`${id}.txt`, ana.headers)).status).toBe(404);
  });
});

it('SEC-07: the text of a story that is not public is sent only to its author, and to moderators while it is hidden', async () => {
  const id = await tell(ana, { title: 'La reja' });
  const moderator = await test.signUp('oyente', 'moderator');
  const unknown = await (await get(`${randomUUID()}.vtt`)).text();
  await test.world.callAs(moderator.viewer).stories.hide({ id, reason: 'Publicidad' });
  for (const headers of [{}, beto.headers]) {
    const answer = await get(`${id}.vtt`, headers);
    expect([answer.status, await answer.text()]).toEqual([404, unknown]);
  }
  for (const user of [ana, moderator]) {
    const own = await get(`${id}.vtt`, user.headers);
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'no-store']);
  }
});

it.each(['x.vtt', '%00.txt', randomUUID(), `${randomUUID()}.exe`])(
  'no transcript is found at %j',
  async (file) => {
    expect((await get(file, ana.headers)).status).toBe(404);
  },
);

it('a moderator who reviews a report does not get later texts of the author', async () => {
  const id = await tell(ana, { title: 'La reja' });
  const moderator = await test.signUp('revisora', 'moderator');
  await test.world.callAs(beto.viewer).reports.create({ storyId: id, reason: 'other' });
  expect(await test.world.callAs(moderator.viewer).reports.next()).toBe(id);
  const { stories } = test.world.callAs(ana.viewer);
  await stories.unpublish({ id });
  await stories.update({ id, transcript: 'Un secreto' });
  await test.world.database.prisma.story.update({ where: { id }, data: { transcriptWords: words } });
  expect(await (await get(`${id}.txt`, moderator.headers)).text()).toBe('Érase <una> vez.\n');
  expect((await get(`${id}.vtt`, moderator.headers)).status).toBe(404);
});
