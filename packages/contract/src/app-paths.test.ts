import { describe, expect, it } from 'vitest';
import { isAppPath } from './app-paths.ts';

describe('a path of the web app', () => {
  it.each(['/', '/search', '/search/', '/u/marisol', '/u/mar%C3%ADa', '/u/marisol/', '/index.html'])(
    'is %s',
    (path) => expect(isAppPath(path)).toBe(true),
  );

  it.each(['/nada', '/search/mas', '/u', '/u/', '/u//', '/u/marisol/x', '/Search', '/$username', ''])(
    'is not %s',
    (path) => expect(isAppPath(path)).toBe(false),
  );
});
