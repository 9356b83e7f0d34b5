import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compressAnswer } from './compress-answer.ts';

const long = Buffer.from(JSON.stringify({ text: 'érase una vez '.repeat(200) }));
const short = Buffer.from(JSON.stringify({ text: 'érase' }));

type Headers = Readonly<Record<string, string>>;

const compress = (plain: Buffer, headers: Headers, method = 'GET') =>
  compressAnswer({ req: { method, path: '/', header: (name) => headers[name] }, env: null }, { plain });

const own: Headers = { 'sec-fetch-site': 'same-origin', 'accept-encoding': 'gzip, deflate, br' };

describe('an answer to our own page', () => {
  it('is compressed', async () => {
    const body = (await compress(long, own)) ?? Buffer.from('');
    expect(body.byteLength).toBeLessThan(long.length / 10);
    expect(gunzipSync(body).equals(long)).toBe(true);
  });

  it('is compressed once, however often it is sent', async () => {
    const body = { plain: long };
    const head = { req: { method: 'GET', path: '/', header: (name: string) => own[name] }, env: null };
    expect(await compressAnswer(head, body)).toBe(await compressAnswer(head, body));
  });

  it.each<[string, Buffer, Headers]>([
    ['is short', short, own],
    ['goes to a browser that does not accept gzip', long, { ...own, 'accept-encoding': 'br, gzip;q=0' }],
    ['goes to a browser that sends no Accept-Encoding', long, { 'sec-fetch-site': 'same-origin' }],
  ])('is not compressed when it %s', async (_case, body, headers) => {
    expect(await compress(body, headers)).toBeNull();
  });
});

describe('an answer of which another page could measure the length', () => {
  it.each<[string, string, Headers]>([
    ['another site', 'GET', { 'sec-fetch-site': 'cross-site' }],
    ['another host of this site', 'GET', { 'sec-fetch-site': 'same-site' }],
    ['a typed address or a link', 'GET', { 'sec-fetch-site': 'none' }],
    ['a program, or a browser without Sec-Fetch-Site', 'GET', {}],
    ['a change', 'POST', { 'sec-fetch-site': 'same-origin' }],
  ])('is not compressed: %s', async (_case, method, headers) => {
    expect(await compress(long, { 'accept-encoding': 'gzip', ...headers }, method)).toBeNull();
  });
});
