import { measureCpu } from '@relato/testing/measure-cpu';
import { describe, expect, it } from 'vitest';
import { createCookie } from './cookies.ts';

const secure = createCookie('relato_session', { secure: true, maxAgeSeconds: 2_592_000 });
const plain = createCookie('relato_session', { secure: false, maxAgeSeconds: 2_592_000 });
const attributes = (line: string): string[] => line.split('; ').toSorted();

describe('SEC-12: a cookie of the app', () => {
  it('D05: over https, belongs to this host only and is hidden from scripts and other sites', () => {
    const rest = 'HttpOnly; Max-Age=2592000; Path=/; SameSite=Lax; Secure';
    expect(attributes(secure.serialize('abc'))).toEqual(attributes(`__Host-relato_session=abc; ${rest}`));
  });

  it('over plain http, works without Secure and the prefix', () => {
    const rest = 'HttpOnly; Max-Age=2592000; Path=/; SameSite=Lax';
    expect(attributes(plain.serialize('abc'))).toEqual(attributes(`relato_session=abc; ${rest}`));
  });

  it('is deleted under the same name and path', () => {
    const rest = 'HttpOnly; Max-Age=0; Path=/; SameSite=Lax; Secure';
    expect(attributes(secure.serialize(null))).toEqual(attributes(`__Host-relato_session=; ${rest}`));
  });

  it('is found among other cookies', () => {
    expect(secure.read('a=1; __Host-relato_session=abc; b=2')).toBe('abc');
    expect(secure.read('__Host-relato_session=abc;b=2')).toBe('abc');
    expect(secure.read('a=1;  __Host-relato_session=abc ;b=2')).toBe('abc');
    expect(plain.read('relato_session=abc')).toBe('abc');
    expect(plain.read('relato_session=abc; relato_session=def')).toBe('abc');
  });

  it.each([';', 'a=1; '])('is looked for in a header full of %j without reading each part', (part) => {
    const [one, many] = ['a'.repeat(15_000), part.repeat(15_000 / part.length)].map((header) =>
      measureCpu(() => secure.read(header), 1_000),
    );
    // Reading each part would take a hundred times as long.
    expect(many).toBeLessThan((one ?? 0) * 20);
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
    expect(secure.read(header)).toBeNull();
  });
});
