import { expect, it } from 'vitest';
import { routeRequest } from './route-request.ts';

const origin = 'https://relato.example';
const handle = (
  path: string,
  {
    method = 'GET',
    mode = 'navigate',
    headers = {},
  }: { method?: string; mode?: string; headers?: object } = {},
) =>
  routeRequest(
    {
      method,
      mode: mode as RequestMode,
      url: new URL(path, origin).href,
      headers: new Headers(Object.entries(headers)),
    },
    origin,
  );

it.each(['/', '/search?q=a', '/u/ana.js', '/tema/vol.2', '/audiolibros', '/no-such-place'])(
  'the worker answers the navigation to %s',
  (path) => expect(handle(path)).toBe('page'),
);

it.each([
  '/audio/abc',
  '/trpc/stories.feed',
  '/sitemap.xml',
  '/tema/vol.2/feed.xml',
  '/legal/aviso',
  '/sw.js',
  'https://elsewhere.example/',
])('the worker keeps away from %s', (path) => {
  expect(handle(path)).toBe('network');
  expect(handle(path, { mode: 'cors' })).toBe('network');
});

it("files of the build are the worker's, but never a part of one", () => {
  expect(handle('/assets/shell-1.js', { mode: 'cors' })).toBe('file');
  expect(handle('/assets/shell-1.js', { mode: 'cors', headers: { range: 'bytes=0-9' } })).toBe('network');
  expect(handle('/record', { headers: { range: 'bytes=0-9' } })).toBe('network');
});

it('only the share of a file is a change that the worker answers', () => {
  expect(handle('/compartir', { method: 'POST' })).toBe('share');
  expect(handle('/trpc/stories.create', { method: 'POST', mode: 'cors' })).toBe('network');
  expect(handle('/record', { method: 'POST' })).toBe('network');
});

it('what a page asks for by script is not a page', () => {
  expect(handle('/', { mode: 'cors' })).toBe('network');
});
