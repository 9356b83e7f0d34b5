import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve, type ServerType } from '@hono/node-server';
import type { StoryId } from '@relato/contract';
import { findFreePort } from '@relato/testing/network/free-port';
import readOpenGraph from 'open-graph-scraper';
import { unfurl } from 'unfurl.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { dayOf } from '../../testing/day-of.ts';
import { useTestApp } from '../../testing/test-app.ts';

// The programs read a real server, like that of a link.
const webDir = fileURLToPath(new URL('../../../../web', import.meta.url));
const test = useTestApp(() => ({ webDir }));
const title = 'El tren "de las siete" <b>& otros</b> 👵 idé';
const transcript = 'Había una vez un tren que nunca salió. '.repeat(20).trim();
let server: ServerType;
let url: string;
let id: StoryId;
let userId: string;

beforeAll(async () => {
  const ana = await test.signUp('ana');
  userId = ana.viewer.id;
  const where = { id: userId };
  await test.world.database.prisma.profile.update({ where, data: { username: 'josé.luz' } });
  id = await test.world.publishStory(ana.viewer, { title, transcript });
  const port = await findFreePort();
  url = `http://127.0.0.1:${port}`;
  const app = test.createWith({ publicUrl: url });
  server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
});
afterAll(() => new Promise((resolve) => void server.close(resolve)));

const description = expect.stringMatching(/^Había una vez un tren que nunca salió\. .{60,}…$/);

it('open-graph-scraper reads the heads of a story and of a profile', async () => {
  const { error, result } = await readOpenGraph({ url: `${url}/?story=${id}`, timeout: 60 });
  expect(error).toBe(false);
  expect(result).toMatchObject({
    ogTitle: title,
    ogDescription: description,
    ogType: 'article',
    ogUrl: `${url}/?story=${id}`,
    ogImage: [
      { url: expect.stringContaining(`${url}/preview/${id}-`), width: '1200', height: '630', alt: title },
    ],
    articlePublishedTime: expect.stringMatching(/^\d{4}-.*Z$/),
    twitterCard: 'player',
    twitterPlayer: [{ url: `${url}/embed/${id}`, width: '480', height: '160' }],
    jsonLD: [{ '@type': 'PodcastEpisode', associatedMedia: { '@type': 'AudioObject', transcript } }],
  });
  expect((await readOpenGraph({ url: `${url}/u/jos%C3%A9.luz`, timeout: 60 })).result).toMatchObject({
    ogTitle: '@josé.luz – Relato',
    ogType: 'profile',
    profileUsername: 'josé.luz',
    jsonLD: [{ '@type': 'ProfilePage', mainEntity: { '@type': 'Person', alternateName: '@josé.luz' } }],
  });
});

it('unfurl.js reads the head of a story and finds its player by oEmbed, but nothing for an unknown story', async () => {
  expect(await unfurl(`${url}/?story=${id}`, { oembed: true })).toMatchObject({
    title: `${title} · josé.luz – Relato`,
    description,
    canonical_url: `${url}/?story=${id}`,
    twitter_card: { card: 'player', players: [{ url: `${url}/embed/${id}`, width: 480, height: 160 }] },
    oEmbed: {
      type: 'rich',
      version: '1.0',
      title,
      author_name: 'josé.luz',
      html: expect.stringContaining(`<iframe src="${url}/embed/${id}" width="480" height="160" `),
      thumbnails: [{ url: expect.stringContaining('/preview/'), width: 1200, height: 630 }],
    },
  });
  await expect(unfurl(`${url}/?story=${crypto.randomUUID()}`)).rejects.toThrow('status not OK');
});

const schemas = join(fileURLToPath(import.meta.resolve('sitemap')), '../../../schema');

it.each(['stories', 'profiles'] as const)('xmllint finds the sitemap of %s valid', async (kind) => {
  const day = dayOf({ stories: id, profiles: userId }[kind]);
  const answer = await fetch(`${url}/sitemap/${kind}-${day}.xml`);
  const schema = await readFile(join(schemas, 'sitemap.xsd'), 'utf8');
  const { valid, errors } = await validateXML({ xml: await answer.text(), schema });
  expect([valid, errors]).toEqual([true, []]);
});
