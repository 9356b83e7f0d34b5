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
const extensions = ['txt', 'srt', 'vtt'];

describe('the transcript of a public story', () => {
  it.each([
    ['txt', 'text/plain', 'Érase <una> vez.\n'],
    ['srt', 'application/x-subrip', '1\n00:00:00,000 --> 00:00:01,400\nÉrase ‹una› vez.\n'],
    ['vtt', 'text/vtt', 'WEBVTT\n\n00:00:00.000 --> 00:00:01.400\nÉrase &lt;una&gt; vez.\n'],
  ])('is sent as %s to everyone', async (extension, type, text) => {
    for (const headers of [{}, beto.headers, ana.headers]) {
      const answer = await get(`${published}.${extension}`, headers);
      expect([answer.status, await answer.text()]).toEqual([200, text]);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': `${type}; charset=utf-8`,
        'content-disposition': `attachment; filename="La reja.${extension}"; filename*=UTF-8''La%20reja.${extension}`,
        'cache-control': 'private, no-cache',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox'),
        'cross-origin-resource-policy': 'same-origin',
      });
    }
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
    const id = await tell(ana, { title });
    const disposition = (await get(`${id}.vtt`)).headers.get('content-disposition');
    expect(disposition).toBe(`attachment; filename="${plain}.vtt"; filename*=UTF-8''${encoded}.vtt`);
  });

  it('L264: reads as the app does without a text, and has no captions without times', async () => {
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

describe.each(extensions)('SEC-07: the %s of a story that is not public', (extension) => {
  it('is not found at once after the story was unpublished, as if it did not exist', async () => {
    const id = await tell(ana, { title: 'La reja' });
    const { stories } = test.world.callAs(ana.viewer);
    expect((await get(`${id}.${extension}`)).status).toBe(200);
    await stories.unpublish({ id });
    const unknown = await get(`${randomUUID()}.${extension}`);
    const expected = [404, await unknown.text()];
    for (const headers of [{}, beto.headers]) {
      const answer = await get(`${id}.${extension}`, headers);
      expect([answer.status, await answer.text()]).toEqual(expected);
      expect([...answer.headers.keys()].toSorted()).toEqual([...unknown.headers.keys()].toSorted());
      expect((await get(`${id}.${extension}`, headers, 'HEAD')).status).toBe(404);
    }
    const own = await get(`${id}.${extension}`, ana.headers);
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'no-store']);
    await stories.delete({ id });
    expect((await get(`${id}.${extension}`, ana.headers)).status).toBe(404);
  });

  it('is sent only to its author and moderators while it is hidden', async () => {
    const id = await tell(ana, { title: 'La reja' });
    const moderator = await test.signUp(`oyente_${extension}`, 'moderator');
    await test.world.callAs(moderator.viewer).stories.hide({ id, reason: 'Publicidad' });
    const statuses = await Promise.all(
      [{}, beto.headers, ana.headers, moderator.headers].map(
        async (headers) => (await get(`${id}.${extension}`, headers)).status,
      ),
    );
    expect(statuses).toEqual([404, 404, 200, 200]);
  });
});

it.each(['x.vtt', '%2e%2e.txt', '%00.txt', randomUUID(), `${randomUUID()}.exe`, '.vtt'])(
  'no transcript is found at %j',
  async (file) => {
    expect((await get(file, ana.headers)).status).toBe(404);
  },
);

it('a moderator who reviews a report does not get what the author wrote after it', async () => {
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
