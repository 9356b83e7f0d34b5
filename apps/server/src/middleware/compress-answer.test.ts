import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { compressAnswers } from './compress-answers.ts';

const long = JSON.stringify({ text: 'érase una vez '.repeat(200) });
const short = JSON.stringify({ text: 'érase' });
const app = new Hono()
  .use(compressAnswers)
  .all('/long', (c) => c.body(long, 200, { 'Content-Type': 'application/json', 'Set-Cookie': 'a=b' }))
  .get('/short', (c) => c.body(short));

const own = { 'sec-fetch-site': 'same-origin', 'accept-encoding': 'gzip, deflate, br' };

describe('an answer to our own page', () => {
  it('is compressed, with the same body and headers', async () => {
    const answer = await app.request('/long', { headers: own });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'application/json',
      'set-cookie': 'a=b',
      vary: 'Accept-Encoding',
    });
    const body = Buffer.from(await answer.arrayBuffer());
    expect(body.byteLength).toBeLessThan(long.length / 10);
    expect(gunzipSync(body).toString()).toBe(long);
  });

  it.each([
    ['is short', '/short', own, short],
    [
      'goes to a browser that does not accept gzip',
      '/long',
      { ...own, 'accept-encoding': 'br, gzip;q=0' },
      long,
    ],
    ['goes to a browser that sends no Accept-Encoding', '/long', { 'sec-fetch-site': 'same-origin' }, long],
  ])('is not compressed when it %s', async (_case, path, headers, content) => {
    const answer = await app.request(path, { headers });
    expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual([null, content]);
  });
});

describe('an answer whose length another page could measure', () => {
  it.each([
    ['another site', 'GET', { 'sec-fetch-site': 'cross-site' }],
    ['another host of this site', 'GET', { 'sec-fetch-site': 'same-site' }],
    ['a typed address or a link', 'GET', { 'sec-fetch-site': 'none' }],
    ['a program, or a browser without Sec-Fetch-Site', 'GET', {}],
    ['a change', 'POST', { 'sec-fetch-site': 'same-origin' }],
  ])('is not compressed: %s', async (_case, method, headers) => {
    const answer = await app.request('/long', { method, headers: { 'accept-encoding': 'gzip', ...headers } });
    expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual([null, long]);
  });
});
