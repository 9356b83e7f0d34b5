import { randomUUID } from 'node:crypto';
import type { StoryId } from '@relato/contract';
import { beforeAll, expect, it } from 'vitest';
import type { createApp } from '../../http/app.ts';
import { pretendMp3 } from '../../testing/pretend-mp3.ts';
import { useTestApp, type TestUser } from '../../testing/test-app.ts';
import { useWebDir } from '../../testing/web-dir.ts';

const webDir = useWebDir({
  'index.html':
    '<html><head><title>Relato</title><meta name="description" content="x"></head><body></body></html>',
});

const test = useTestApp(() => ({ webDir }));
let app: ReturnType<typeof createApp>;
let ana: TestUser;
let beto: TestUser;
let carla: TestUser;
let moderator: TestUser;
let administrator: TestUser;
/** The tags of the answers while the story was public, for revalidations. */
const etags = new Map<string, string>();

/** Every route that shows something of a story to visitors. */
const routes: Readonly<Record<string, (id: string) => string>> = {
  page: (id) => `/?story=${id}`,
  preview: (id) => `/preview/${id}-revision.png`,
  oembed: (id) =>
    `/oembed?url=${encodeURIComponent(`${test.world.services.publicUrl}/?story=${id}&t=4`)}&maxwidth=300`,
  embed: (id) => `/embed/${id}?t=4&theme=dark`,
  mp3: (id) => `/feed/${id}.mp3`,
  audio: (id) => `/audio/${id}`,
  text: (id) => `/transcript/${id}.txt`,
  captions: (id) => `/transcript/${id}.vtt`,
  'captions of the podcast': (id) => `/feed/${id}.vtt`,
  'words of the podcast': (id) => `/feed/${id}.json`,
  'text of the podcast': (id) => `/feed/${id}.txt`,
};
/** These read no session, so that the author counts as a visitor. */
const sessionless = new Set([
  'preview',
  'oembed',
  'embed',
  'mp3',
  'captions of the podcast',
  'words of the podcast',
  'text of the podcast',
]);

async function publish({ viewer }: TestUser): Promise<StoryId> {
  const id = await test.world.publishStory(viewer, { title: 'El tren', transcript: 'Érase una vez.' });
  const transcriptWords = ['Érase', 'una', 'vez.'].map((text, index) => ({
    text,
    startMs: index * 500,
    endMs: index * 500 + 400,
    confidence: null,
  }));
  await test.world.database.prisma.story.update({ where: { id }, data: { transcriptWords } });
  await pretendMp3(test, id);
  return id;
}

/** Publishes a story, reads each route, and then applies a change that must hide the story. */
const publishAnd =
  (end: (id: StoryId) => Promise<unknown>, author = () => ana) =>
  async () => {
    const id = await publish(author());
    for (const [route, toPath] of Object.entries(routes)) {
      const { status, headers } = await readWhole(toPath(id));
      expect([route, status]).toEqual([route, 200]);
      if (headers['etag'] !== undefined) etags.set(route, headers['etag']);
    }
    await end(id);
    return id;
  };

/** The states in which a visitor must not see a story. */
const states: Readonly<Record<string, () => Promise<string>>> = {
  'a recording without a story': () => test.world.record(ana.viewer),
  private: async () => {
    const { stories } = test.world.callAs(ana.viewer);
    return (await stories.create({ recordingId: await test.world.record(ana.viewer), title: 'Mía' })).id;
  },
  unpublished: publishAnd((id) => test.world.callAs(ana.viewer).stories.unpublish({ id })),
  hidden: publishAnd((id) =>
    test.world.callAs(moderator.viewer).stories.hide({ id, reason: 'Contenido ofensivo' }),
  ),
  deleted: publishAnd((id) => test.world.callAs(ana.viewer).stories.delete({ id })),
  'of a suspended author': publishAnd(
    () => test.world.callAs(administrator.viewer).users.suspend({ userId: beto.viewer.id, reason: 'Spam' }),
    () => beto,
  ),
  'of a deleted account': publishAnd(
    () =>
      test.world
        .callAs(carla.viewer, carla.token)
        .account.delete({ currentPassword: carla.password, confirmation: 'ELIMINAR' }),
    () => carla,
  ),
  'no id': async () => 'x'.repeat(36),
};

beforeAll(async () => {
  app = test.createWithoutLimits();
  [ana, beto, carla] = [await test.signUp('ana'), await test.signUp('beto'), await test.signUp('carla')];
  moderator = await test.signUp('revisora', 'moderator');
  administrator = await test.signUp('jefa', 'administrator');
});

type Headers = Readonly<Record<string, string>>;

const callers: Readonly<Record<string, { readonly method?: string; readonly headers?: Headers }>> = {
  'a program': {},
  'a browser': { headers: { accept: 'text/html', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' } },
  'a program that asks for the head': { method: 'HEAD' },
  'a player that asks for a part': { headers: { range: 'bytes=0-99' } },
};

/** Returns an answer with all that its reader sees, without the id of the request. */
async function readWhole(path: string, { method = 'GET', headers = {} }: (typeof callers)[string] = {}) {
  const answer = await app.request(path, { method, headers });
  const { 'x-request-id': _each, ...seen } = Object.fromEntries(answer.headers);
  return { status: answer.status, headers: seen, body: await answer.text() };
}

/** The answers to requests for a story that does not exist. */
const unknowns = new Map<string, Awaited<ReturnType<typeof readWhole>>>();

it.each(Object.entries(states))(
  'SEC-07: a story that a visitor must not see answers like an unknown one on every route: %s',
  async (_state, make) => {
    etags.clear();
    const id = await make();
    for (const [route, toPath] of Object.entries(routes)) {
      const etag = etags.get(route);
      const asked: typeof callers = {
        ...callers,
        ...(etag !== undefined && { 'a reader of earlier': { headers: { 'if-none-match': etag } } }),
        ...(sessionless.has(route) && {
          'the author': { headers: { cookie: `relato_session=${ana.token}` } },
        }),
      };
      for (const [caller, request] of Object.entries(asked)) {
        const key = `${route} ${caller}`;
        const unknown = unknowns.get(key) ?? (await readWhole(toPath(randomUUID()), request));
        unknowns.set(key, unknown);
        expect([route, caller, unknown.status]).toEqual([route, caller, 404]);
        expect(unknown.headers).not.toHaveProperty('etag');
        expect(unknown.headers).not.toHaveProperty('set-cookie');
        expect([route, caller, await readWhole(toPath(id), request)]).toEqual([route, caller, unknown]);
      }
    }
  },
);
