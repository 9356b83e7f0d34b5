import { randomUUID } from 'node:crypto';
import type { StoryId } from '@relato/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useTestApp, type TestUser } from '../../testing/test-app.ts';

const test = useTestApp();
let ana: TestUser;
let id: StoryId;
beforeAll(async () => {
  ana = await test.signUp('ana');
});
beforeEach(async () => {
  id = await test.world.publishStory(ana.viewer, { title: '"><script>alert(1)</script>' });
});

const cookies = () => ({ cookie: `relato_session=${ana.token}` });
const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  test.app.request(path, { headers });
const unpublish = () => test.world.callAs(ana.viewer).stories.unpublish({ id });

/** Returns everything of an answer but the id of the request. */
async function readWhole(path: string, headers: Readonly<Record<string, string>> = {}) {
  const answer = await get(path, headers);
  const { 'x-request-id': _each, ...seen } = Object.fromEntries(answer.headers);
  return { status: answer.status, headers: seen, body: await answer.text() };
}

describe('the player for other pages', () => {
  it('may be framed by every site, and loads from here only', async () => {
    const { status, headers } = await readWhole(`/embed/${id}`);
    expect(status).toBe(200);
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain('frame-ancestors *');
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; media-src 'self'");
    expect(policy.replace('frame-ancestors *', '')).not.toMatch(/unsafe|\*|https?:/);
  });

  it('SEC-38: shows a title as text', async () => {
    const { body } = await readWhole(`/embed/${id}`);
    expect(body).toContain('<h1 dir="auto">&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;</h1>');
    expect(body.match(/<script/g)).toHaveLength(2);
  });

  it('starts where the link says, in the colours that it asks for', async () => {
    const start = async (query: string) =>
      /"startSeconds":(\d+)/.exec((await readWhole(`/embed/${id}${query}`)).body)?.[1];
    expect(await start('')).toBe('0');
    expect(await start('?t=42')).toBe('42');
    for (const wrong of ['-1', '1e3', '99999', 'x', '']) expect(await start(`?t=${wrong}`)).toBe('0');
    expect((await readWhole(`/embed/${id}?theme=dark`)).body).toContain('<html lang="es" data-theme="dark">');
    expect((await readWhole(`/embed/${id}?theme="x`)).body).toContain('<html lang="es">');
  });

  it('SEC-07: neither reads nor sets cookies, and shows the author what it shows a stranger', async () => {
    await unpublish();
    const unknown = await readWhole(`/embed/${randomUUID()}`);
    expect(unknown.status).toBe(404);
    expect(unknown.headers).not.toHaveProperty('set-cookie');
    for (const headers of [{}, cookies()]) expect(await readWhole(`/embed/${id}`, headers)).toEqual(unknown);
  });
});

const ask = (url: string, more = '') => readWhole(`/oembed?url=${encodeURIComponent(url)}${more}`);
const linkOf = (story: string) => `${test.world.services.publicUrl}/?story=${story}`;

describe('oEmbed', () => {
  it('answers with the frame of the player', async () => {
    const { status, body } = await ask(linkOf(id), '&maxwidth=300&maxheight=x');
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({
      version: '1.0',
      type: 'rich',
      title: '"><script>alert(1)</script>',
      html: expect.stringMatching(
        /^<iframe src="[^"]*\/embed\/[\w-]{36}" width="300" height="160" title="&quot;&gt;/,
      ),
      width: 300,
      height: 160,
      author_name: 'ana',
      provider_name: 'Relato',
      thumbnail_width: 1200,
      thumbnail_height: 630,
    });
  });

  it('SEC-07: is 404 for whatever a stranger may not hear, and for other addresses', async () => {
    await unpublish();
    const unknown = await ask(linkOf(randomUUID()));
    expect(unknown.status).toBe(404);
    for (const url of [
      linkOf(id),
      linkOf('x'),
      `https://otro.example/?story=${id}`,
      'x',
      '',
      `javascript:${id}`,
    ]) {
      expect(await ask(url)).toEqual(unknown);
    }
    expect((await ask(linkOf(id), '&format=xml')).status).toBe(404);
  });

  it('takes the second of the link and bounds in pixels, and nothing else', async () => {
    const frame = async (more: string, link = linkOf(id)) => {
      const { html, width, height } = JSON.parse((await ask(link, more)).body);
      expect(html).toContain(` width="${width}" height="${height}" `);
      return [width, height, /\/embed\/[\w-]{36}([^"]*)"/.exec(html)?.[1]];
    };
    expect(await frame('', `${linkOf(id)}&t=42`)).toEqual([480, 160, '?t=42']);
    expect(await frame('', `${linkOf(id)}&t="><script>`)).toEqual([480, 160, '']);
    expect(await frame('&maxwidth=300&maxheight=99')).toEqual([300, 99, '']);
    for (const odd of ['0', '-1', '1e2', '1.5', '99999', '999999999999', '', '%00', '"><script>'])
      expect(await frame(`&maxwidth=${odd}&maxheight=${odd}`)).toEqual([480, 160, '']);
  });

  it('says that it writes JSON only', async () => {
    expect((await ask(linkOf(id), '&format=xml')).status).toBe(501);
  });
});
