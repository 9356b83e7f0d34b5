import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { findFreePort } from '@relato/testing/free-port';
import { serialize } from 'superjson';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTerminal, type Said, type Terminal } from './testing/terminal.ts';

const token = 'a-session-of-nobody';

let terminal: Terminal;
let server: Server | undefined;
beforeEach(async () => {
  terminal = await createTerminal();
});
afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
  await terminal.close();
});

/** Types a line to a server that answers everything in this way. */
async function typeTo(answer: RequestListener, line = 'stats'): Promise<Said & { readonly url: string }> {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const environment = { RELATO_TOKEN: token, RELATO_URL: url };
  return { ...(await terminal.type(line, [], { environment })), url };
}

const answerJson =
  (status: number, value: unknown): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

const refuse = (errorCode: string, more: object = {}): RequestListener =>
  answerJson(400, {
    error: serialize({
      message: errorCode,
      code: -32_000,
      data: { errorCode, fieldErrors: {}, requestId: 'r-1', ...more },
    }),
  });

describe('a server that is no use', () => {
  it('is away', async () => {
    const url = `http://127.0.0.1:${await findFreePort()}`;
    const environment = { RELATO_TOKEN: token, RELATO_URL: url };
    const { code, complaints } = await terminal.type('stats', [], { environment });
    expect([code, complaints]).toEqual([
      4,
      [expect.stringContaining(`Cannot reach ${url}: connect ECONNREFUSED`)],
    ]);
  });

  it.each<[string, RequestListener, RegExp]>([
    [
      'a page instead of JSON',
      (_request, response) =>
        void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>'),
      /^http:\/\/127\.0\.0\.1:\d+ does not answer as Relato does/,
    ],
    [
      'an error page',
      (_request, response) => void response.writeHead(502).end('<h1>'),
      /^http:\/\/127\.0\.0\.1:\d+ does not answer as Relato does/,
    ],
    [
      'JSON of something else',
      answerJson(200, { hello: 'world' }),
      /^http:\/\/127\.0\.0\.1:\d+ does not answer as Relato does/,
    ],
    [
      'JSON that is no object',
      answerJson(200, null),
      /^http:\/\/127\.0\.0\.1:\d+ does not answer as Relato does/,
    ],
    [
      'nothing',
      (_request, response) => void response.writeHead(200).end(),
      /^http:\/\/127\.0\.0\.1:\d+ does not answer as Relato does/,
    ],
    [
      'half an answer',
      (request) => void request.socket.destroy(),
      /Cannot reach .*: (other side closed|read ECONNRESET)/,
    ],
    [
      'half an object',
      (request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
        response.write('{', () => request.socket.destroy());
      },
      /^Cannot reach http/,
    ],
    [
      'errors of another kind',
      answerJson(404, {
        error: serialize({ message: 'No such path', code: -32_004, data: { code: 'X' } }),
      }),
      /^http:\/\/127\.0\.0\.1:\d+ does not answer as Relato does/,
    ],
    [
      'less than this version shows',
      answerJson(200, { result: { data: serialize({ users: 1 }) } }),
      /what this version does not understand/,
    ],
    ['that its database is away', refuse('UNAVAILABLE'), /in trouble: UNAVAILABLE .*request r-1/],
    ['a mistake of its own', refuse('INTERNAL'), /in trouble: INTERNAL/],
  ])('answers %s', async (_what, answer, complaint) => {
    const { code, printed, complaints } = await typeTo(answer);
    expect([code, printed, complaints]).toEqual([4, [], [expect.stringMatching(complaint)]]);
  });

  it('answers the same page for ever', async () => {
    const page = { items: [], nextCursor: 'x' };
    const said = await typeTo(answerJson(200, { result: { data: serialize(page) } }), 'log --all');
    expect(said).toMatchObject({ code: 4, complaints: [expect.stringContaining('again and again')] });
  });

  it('sends elsewhere, where the session does not go', async () => {
    const seen: string[] = [];
    const said = await typeTo((request, response) => {
      seen.push(new URL(request.url ?? '', 'http://server').pathname);
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    expect(said).toMatchObject({ code: 4, complaints: [expect.stringContaining('unexpected redirect')] });
    expect(seen).toEqual(['/trpc/moderation.stats']);
  });
});

describe('a refusal', () => {
  it('says when to come back', async () => {
    const said = await typeTo(refuse('RATE_LIMITED', { retryAfterSeconds: 12 }));
    expect(said).toMatchObject({
      code: 1,
      complaints: ['The server refused: RATE_LIMITED. Try again in 12 s'],
    });
  });

  it('says what happened, without a character that a terminal obeys', async () => {
    const happened = { action: 'hide-story', by: 'colega', at: new Date(0), reason: '\u001B[2Jspam\nok' };
    const { complaints } = await typeTo(refuse('CONFLICT', { happened }));
    expect(complaints).toEqual([
      'The server refused: CONFLICT. Last was hide-story by @colega at 1970-01-01T00:00:00.000Z: \uFFFD[2Jspam ok',
    ]);
  });

  it('of a route in front of the procedures is one as well', async () => {
    expect(await typeTo(answerJson(413, { error: 'BODY_TOO_BIG' }))).toMatchObject({
      code: 1,
      complaints: ['The server refused: BODY_TOO_BIG'],
    });
  });

  it('is JSON for who wants JSON, beside an answer that is empty', async () => {
    const { code, printed, complaints } = await typeTo(refuse('FORBIDDEN'), 'stats --json');
    expect([code, printed]).toEqual([1, []]);
    expect(JSON.parse(complaints.join('\n'))).toMatchObject({
      error: { exitCode: 1, code: 'FORBIDDEN', requestId: 'r-1', message: expect.any(String) },
    });
    const usage = await terminal.type('stats --json --nonsense');
    expect(JSON.parse(usage.complaints.join('\n'))).toMatchObject({ error: { exitCode: 2, code: null } });
  });

  it('SEC-05: never tells the session', async () => {
    for (const answer of [refuse('FORBIDDEN'), refuse('UNAUTHENTICATED'), answerJson(200, null)]) {
      const said = await typeTo(answer, 'stats --json');
      expect(JSON.stringify(said)).not.toContain(token);
      server?.close();
    }
  });
});
