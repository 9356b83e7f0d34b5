import { serverLimits } from '@relato/contract/server-limits';
import { describe, expect, it } from 'vitest';
import { toReturnPath } from './return-path.ts';

describe('SEC-28: the path to return to after signing in', () => {
  it.each(['/', '/record', '/u/Ñandú.3', '/search?q=el mar&tag=100%', '/?story=0192-a'])(
    'may be %s, a path of the app',
    (path) => {
      const url = new URL(path, 'http://relato.test');
      expect(toReturnPath(path)).toBe(url.pathname + url.search);
    },
  );

  it.each([
    ...'//evil.example ///evil.example /\\evil.example \\\\evil.example /%2fevil.example'.split(' '),
    ...'%2f%2fevil.example /%2f%2fevil.example /%5cevil.example /%252fevil.example'.split(' '),
    ...'/%25252f%25252fevil.example /a/%2e%2e//evil.example /.//evil.example /..//evil.example'.split(' '),
    ...'/\t/evil.example /%09/evil.example \u0000//evil.example https://evil.example'.split(' '),
    ...'https:evil.example http://app.invalid@evil.example javascript:alert(1) java\nscript:alert(1)'.split(
      ' ',
    ),
    ...'data:text/html,x /%0d%0aSet-Cookie:%20a=b /%E0%A4%A record @evil.example'.split(' '),
    '',
    ' //evil.example',
    '/\r\nSet-Cookie: a=b',
    null,
    undefined,
    `/${'a'.repeat(serverLimits.oauth.maxReturnPathLength)}`,
  ])('is the root for %j', (wanted) => {
    expect(toReturnPath(wanted)).toBe('/');
  });

  it('loses its fragment, because the fragment contains the outcome', () => {
    expect(toReturnPath('/record#auth=welcome.google')).toBe('/record');
  });
});
