import { randomUUID } from 'node:crypto';
import type { StoryId } from '@relato/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp, type TestUser } from '../../testing/test-app.ts';

const test = useTestApp();
let ana: TestUser;
let id: StoryId;
beforeAll(async () => {
  ana = await test.signUp('ana');
  id = await test.world.publishStory(ana.viewer, { title: '"><script>alert(1)</script>' });
});

async function read(path: string) {
  const answer = await test.app.request(path);
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
}

describe('the player for other pages', () => {
  it('SEC-38: may be framed by every site, loads from here only, and shows a title as text', async () => {
    const { status, headers, body } = await read(`/embed/${id}`);
    expect(status).toBe(200);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain('frame-ancestors *');
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; media-src 'self'");
    expect(policy.replace('frame-ancestors *', '')).not.toMatch(/unsafe|\*|https?:/);
    expect(body).toContain('<h1 dir="auto">&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;</h1>');
    expect(body.match(/<script/g)).toHaveLength(2);
  });

  it('starts at the second and in the theme of the link', async () => {
    const start = async (query: string) =>
      /"startSeconds":(\d+)/.exec((await read(`/embed/${id}${query}`)).body)?.[1];
    expect(await start('')).toBe('0');
    expect(await start('?t=42')).toBe('42');
    for (const wrong of ['-1', '99999', 'x']) expect(await start(`?t=${wrong}`)).toBe('0');
    expect((await read(`/embed/${id}?theme=dark`)).body).toContain('<html lang="es" data-theme="dark">');
    expect((await read(`/embed/${id}?theme="x`)).body).toContain('<html lang="es">');
  });
});

const ask = (url: string, more = '') => read(`/oembed?url=${encodeURIComponent(url)}${more}`);
const linkOf = (story: string) => `${test.world.services.publicUrl}/?story=${story}`;

describe('oEmbed', () => {
  it('answers with the frame of the player', async () => {
    const { status, body } = await ask(linkOf(id));
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({
      version: '1.0',
      type: 'rich',
      title: '"><script>alert(1)</script>',
      html: expect.stringMatching(
        /^<iframe src="[^"]*\/embed\/[\w-]{36}" width="480" height="160" title="&quot;&gt;/,
      ),
      author_name: 'ana',
      provider_name: 'Relato',
      thumbnail_width: 1200,
      thumbnail_height: 630,
    });
  });

  it('uses the second of the link and the bounds in pixels, and ignores the rest', async () => {
    const frame = async (more: string, link = linkOf(id)) => {
      const { html, width, height } = JSON.parse((await ask(link, more)).body);
      expect(html).toContain(` width="${width}" height="${height}" `);
      return [width, height, /\/embed\/[\w-]{36}([^"]*)"/.exec(html)?.[1]];
    };
    expect(await frame('', `${linkOf(id)}&t=42`)).toEqual([480, 160, '?t=42']);
    expect(await frame('', `${linkOf(id)}&t="><script>`)).toEqual([480, 160, '']);
    expect(await frame('&maxwidth=300&maxheight=99')).toEqual([300, 99, '']);
    for (const odd of ['0', '-1', '1.5', '999999999999', '"><script>'])
      expect(await frame(`&maxwidth=${odd}&maxheight=${odd}`)).toEqual([480, 160, '']);
  });

  it('SEC-07: answers 404 for unknown stories and other addresses in every format, although it only writes JSON', async () => {
    for (const url of [
      linkOf(randomUUID()),
      linkOf('x'),
      `https://otro.example/?story=${id}`,
      'x',
      `javascript:${id}`,
    ])
      expect((await ask(url, '&format=xml')).status).toBe(404);
    expect((await ask(linkOf(id), '&format=xml')).status).toBe(501);
  });
});
