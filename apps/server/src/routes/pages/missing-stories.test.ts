import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoryId } from '@relato/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { createApp } from '../../http/app.ts';
import { pretendMp3 } from '../../testing/pretend-mp3.ts';
import { useTestApp, type TestUser } from '../../testing/test-app.ts';

let webDir: string;
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'relato-missing-'));
  const html =
    '<html><head><title>Relato</title><meta name="description" content="x"></head><body></body></html>';
  await writeFile(join(webDir, 'index.html'), html);
});
afterAll(() => rm(webDir, { recursive: true }));

const test = useTestApp(() => ({ webDir }));
let app: ReturnType<typeof createApp>;
let ana: TestUser;
let moderator: TestUser;
let administrator: TestUser;
/** The tags of the answers while the story was public, for requests that ask whether it changed. */
const etags = new Map<string, string>();

/** Every route that shows strangers something of one story. */
const routes: Readonly<Record<string, (id: string) => string>> = {
  page: (id) => `/?story=${id}`,
  'page of a search': (id) => `/search?q=tren&story=${id}`,
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
/** Those which look at no session: to them also the author is a stranger. */
const sessionless = new Set([
  'preview',
  'oembed',
  'embed',
  'mp3',
  'captions of the podcast',
  'words of the podcast',
  'text of the podcast',
]);

async function publish(author = ana): Promise<StoryId> {
  const id = await test.world.publishStory(author.viewer, { title: 'El tren', transcript: 'Érase una vez.' });
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

async function save(): Promise<StoryId> {
  const { stories } = test.world.callAs(ana.viewer);
  return (await stories.create({ recordingId: await test.world.record(ana.viewer), title: 'Mía' })).id;
}

const hide = async (id: StoryId) =>
  test.world.callAs(moderator.viewer).stories.hide({ id, reason: 'Contenido ofensivo' });
const unpublish = async (id: StoryId) => test.world.callAs(ana.viewer).stories.unpublish({ id });

/** The ways in which a story is nothing to a stranger. */
const states: Readonly<Record<string, () => Promise<string>>> = {
  'a recording without a story': () => test.world.record(ana.viewer),
  private: save,
  'private and processing': async () => {
    const id = await save();
    await test.world.database.prisma.$executeRaw`UPDATE stories SET transcript = NULL WHERE id = ${id}::uuid`;
    return id;
  },
  unpublished: async () => {
    const id = await publish();
    await readEtags(id);
    await unpublish(id);
    return id;
  },
  hidden: async () => {
    const id = await publish();
    await readEtags(id);
    await hide(id);
    return id;
  },
  'hidden and unpublished': async () => {
    const id = await publish();
    await hide(id);
    await unpublish(id);
    return id;
  },
  deleted: async () => {
    const id = await publish();
    await readEtags(id);
    await test.world.callAs(ana.viewer).stories.delete({ id });
    return id;
  },
  'of a suspended author': async () => {
    const beto = await test.signUp('beto');
    const id = await publish(beto);
    await readEtags(id);
    const { users } = test.world.callAs(administrator.viewer);
    await users.suspend({ userId: beto.viewer.id, reason: 'Spam' });
    return id;
  },
  'of a deleted account': async () => {
    const carla = await test.signUp('carla');
    const id = await publish(carla);
    await test.world
      .callAs(carla.viewer, carla.token)
      .account.delete({ currentPassword: carla.password, confirmation: 'ELIMINAR' });
    return id;
  },
  'no id': async () => 'x'.repeat(36),
};

beforeAll(async () => {
  app = test.createWithoutLimits();
  ana = await test.signUp('ana');
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

/** Returns everything of an answer that its reader sees, but the id of the request. */
async function readWhole(path: string, { method = 'GET', headers = {} }: (typeof callers)[string] = {}) {
  const answer = await app.request(path, { method, headers });
  const { 'x-request-id': _each, ...seen } = Object.fromEntries(answer.headers);
  return { status: answer.status, headers: seen, body: await answer.text() };
}

/** Reads each route of a public story, and keeps what it can be asked again by. */
async function readEtags(id: string): Promise<void> {
  for (const [route, toPath] of Object.entries(routes)) {
    const { status, headers } = await readWhole(toPath(id));
    expect([route, status]).toEqual([route, 200]);
    if (headers['etag'] !== undefined) etags.set(route, headers['etag']);
  }
}

describe('SEC-07: a story that a stranger must not see', () => {
  it.each(Object.entries(states))('answers as an unknown one on every route: %s', async (_state, make) => {
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
        const unknown = await readWhole(toPath(randomUUID()), request);
        expect([route, caller, unknown.status]).toEqual([route, caller, 404]);
        expect(unknown.headers).not.toHaveProperty('etag');
        expect(unknown.headers).not.toHaveProperty('set-cookie');
        expect([route, caller, await readWhole(toPath(id), request)]).toEqual([route, caller, unknown]);
      }
    }
  });
});
