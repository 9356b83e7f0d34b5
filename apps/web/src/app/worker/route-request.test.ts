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
])('the worker leaves %s to the browser', (path) => {
  expect(handle(path)).toBe('network');
  expect(handle(path, { mode: 'cors' })).toBe('network');
});

it('the worker answers requests for files of the build, but no range requests', () => {
  expect(handle('/assets/shell-1.js', { mode: 'cors' })).toBe('file');
  expect(handle('/assets/shell-1.js', { mode: 'cors', headers: { range: 'bytes=0-9' } })).toBe('network');
  expect(handle('/record', { headers: { range: 'bytes=0-9' } })).toBe('network');
});

it('the worker answers no other POST than the share of a file', () => {
  expect(handle('/compartir', { method: 'POST' })).toBe('share');
  expect(handle('/trpc/stories.create', { method: 'POST', mode: 'cors' })).toBe('network');
  expect(handle('/record', { method: 'POST' })).toBe('network');
});

it('a fetch of a script is not a navigation', () => {
  expect(handle('/', { mode: 'cors' })).toBe('network');
});
