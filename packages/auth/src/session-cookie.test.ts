import { describe, expect, it } from 'vitest';
import { readSessionCookie, toSessionCookie } from './session-cookie.ts';

const attributes = (line: string): string[] => line.split('; ').toSorted();

describe('SEC-12: the session cookie', () => {
  it('belongs to this host over https only, and is out of reach of scripts and other sites', () => {
    expect(attributes(toSessionCookie(true, 'abc'))).toEqual(
      [
        'HttpOnly',
        'Max-Age=2592000',
        'Path=/',
        'SameSite=Lax',
        'Secure',
        '__Host-relato_session=abc',
      ].toSorted(),
    );
  });

  it('works over plain http on a developer’s machine', () => {
    expect(attributes(toSessionCookie(false, 'abc'))).toEqual(
      ['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax', 'relato_session=abc'].toSorted(),
    );
  });

  it('is taken away under the same name and path', () => {
    expect(attributes(toSessionCookie(true, null))).toEqual(
      ['HttpOnly', 'Max-Age=0', 'Path=/', 'SameSite=Lax', 'Secure', '__Host-relato_session='].toSorted(),
    );
  });

  it('is found among others', () => {
    expect(readSessionCookie(true, 'a=1; __Host-relato_session=abc; b=2')).toBe('abc');
    expect(readSessionCookie(true, '__Host-relato_session=abc;b=2')).toBe('abc');
    expect(readSessionCookie(false, 'relato_session=abc')).toBe('abc');
  });

  it.each([
    '',
    'a=1',
    '__Host-relato_session=',
    '__Host-relato_session',
    'relato_session=planted-over-http',
    '__%48ost-relato_session=planted-under-a-name-the-browser-does-not-protect',
    'x__Host-relato_session=abc',
    'a=%E0%A4%A; b=%',
  ])('is not found in %j', (header) => {
    expect(readSessionCookie(true, header)).toBeNull();
  });
});
