import { expect, it } from 'vitest';
import { routePolicies } from '../route-policies.ts';
import { toRouteLabel } from './route-label.ts';

it.each([
  ['/', '/'],
  ['/u/ana', '/*'],
  ['/trpc/stories.feed', '/trpc/stories.feed'],
  ['/trpc/stories.feed,account.session', '/trpc/(batch)'],
  ['/trpc/stories.nothing', '/trpc/(unknown)'],
  ['/trpc/constructor', '/trpc/(unknown)'],
  ['/audio/0193b0ab-0000-7000-8000-000000000000', '/audio/:storyId'],
  ['/auth/google/callback', '/auth/:provider/callback'],
  ['/auth/other', '/*'],
  ['/assets/index-1234.js', '/assets/*'],
  ['/feed/0193b0ab-0000-7000-8000-000000000000.mp3', '/feed/:file'],
])('%s belongs to the route %s', (path, route) => {
  expect(toRouteLabel(path)).toBe(route);
});

it('covers the routes with a policy', () => {
  const paths = Object.keys(routePolicies).map((route) => route.split(' ')[1] ?? '');
  const labels = paths
    .filter((path) => !path.startsWith('/trpc'))
    .map((path) => toRouteLabel(path.replace(':provider', 'google').replaceAll(/:\w+|\*/g, 'x')));
  expect(new Set(labels)).toEqual(new Set(paths.filter((path) => !path.startsWith('/trpc'))));
});

it('has few labels for any paths of clients', () => {
  const parts = ['trpc', 'audio', 'upload', 'assets', 'auth', 'u', 'export', '..', '', 'ñ', 'a,b', '%2f'];
  const paths = parts.flatMap((a) => parts.flatMap((b) => parts.map((c) => `/${a}/${b}/${c}`)));
  expect(new Set(paths.map(toRouteLabel))).toEqual(
    new Set(['/trpc/(unknown)', '/trpc/(batch)', '/assets/*', '/*']),
  );
});
