import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { serverPaths } from './server-paths.ts';

const page = await readFile(new URL('../../../docs/policies.md', import.meta.url), 'utf8');
const routes = Array.from(page.matchAll(/^- `[A-Z]+ (\/.*?)`/gm), ([, route = '']) => route);

it('Vite passes on every address of the server but those of the app', () => {
  const missing = routes.filter((route) => !new RegExp(serverPaths).test(route));
  // The page at /baja is the app's. Only mail programs post there.
  expect(missing).toEqual(['/baja', '/*']);
});

it.each(['/', '/u/marisol', '/tema/infancia', '/audios', '/src/main.tsx'])('%s is of the app', (path) =>
  expect(path).not.toMatch(new RegExp(serverPaths)),
);
