import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { findFreePort } from '@relato/testing/network/free-port';
import { serialize } from 'superjson';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTerminal, type Output, type Terminal } from './testing/terminal.ts';

const token = 'a-made-up-session';

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

/** Runs a command line against a server with this answer to every request. */
async function typeTo(answer: RequestListener, line = 'stats'): Promise<Output & { readonly url: string }> {
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

const notRelato = /^http:\/\/127\.0\.0\.1:\d+ does not answer as Relato does/;

describe('a server that cannot be used', () => {
  it('is not reachable: the message names the address', async () => {
    const url = `http://127.0.0.1:${await findFreePort()}`;
    const environment = { RELATO_TOKEN: token, RELATO_URL: url };
    const { code, errors } = await terminal.type('stats', [], { environment });
    expect([code, errors]).toEqual([
      4,
      [expect.stringContaining(`Cannot reach ${url}: connect ECONNREFUSED`)],
    ]);
  });

  it.each<[string, RequestListener, RegExp]>([
    [
      'a page instead of JSON',
      (_request, response) =>
        void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>'),
      notRelato,
    ],
    [
      'through a proxy that did not wait for it',
      (_request, response) =>
        void response.writeHead(504, { 'content-type': 'text/html' }).end('<html>504 Gateway Time-out'),
      /^The proxy before http:\S+ answered 504: its server is away, or took too long$/,
    ],
    ['JSON of something else', answerJson(200, { hello: 'world' }), notRelato],
    ['JSON that is no object', answerJson(200, null), notRelato],
    [
      'half an object',
      (request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
        response.write('{', () => request.socket.destroy());
      },
      /^Cannot reach http/,
    ],
    [
      'errors of another API',
      answerJson(404, {
        error: serialize({ message: 'No such path', code: -32_004, data: { code: 'X' } }),
      }),
      notRelato,
    ],
    [
      'less than this version shows',
      answerJson(200, { result: { data: serialize({ users: 1 }) } }),
      /does not match this version/,
    ],
    [
      'that its database is unavailable',
      refuse('UNAVAILABLE'),
      /The server failed: UNAVAILABLE .*request r-1/,
    ],
  ])('ends the command with exit code 4 if it answers %s', async (_case, answer, message) => {
    const { code, printed, errors } = await typeTo(answer);
    expect([code, printed, errors]).toEqual([4, [], [expect.stringMatching(message)]]);
  });

  // A reviewer may hide a story without seeing it, and the question then contains its id.
  it.each([
    ['that fails is noticed before a question is asked', 'UNAVAILABLE', 4, 'The server failed'],
    ['that shows no such story does not keep the question away', 'STORY_NOT_FOUND', 2, 'Add --yes'],
  ])('%s', async (_case, errorCode, code, message) => {
    const line = 'stories hide 0199d2c4-0000-7000-8000-000000000001 --reason=Spam';
    expect(await typeTo(refuse(errorCode), line)).toMatchObject({
      code,
      errors: [expect.stringContaining(message)],
    });
  });

  it('ends --all if it repeats the same page', async () => {
    const page = { items: [], nextCursor: 'x' };
    const output = await typeTo(answerJson(200, { result: { data: serialize(page) } }), 'log --all');
    expect(output).toMatchObject({ code: 4, errors: [expect.stringContaining('repeats the same page')] });
  });

  it('admits no more calls for now: a loop of calls waits and goes on, and ends at any other error', async () => {
    const lines = ['log --all', 'storage verify', 'words try Insultos', 'statements --year 2026'];
    for (const line of [...lines, 'storage repair --yes', 'users restore ana --reason=x']) {
      const answers = [refuse('RATE_LIMITED', { retryAfterSeconds: 12 }), refuse('FORBIDDEN')];
      const { code, errors } = await typeTo((...call) => answers.shift()?.(...call), line);
      expect([line, code, errors]).toEqual([
        line,
        1,
        [
          'The server admits no more calls for now: waiting 12 s',
          expect.stringContaining('The server refused: FORBIDDEN'),
        ],
      ]);
      server?.close();
    }
  });

  it('redirects: the session is not sent to the target', async () => {
    const seen: string[] = [];
    const output = await typeTo((request, response) => {
      seen.push(new URL(request.url ?? '', 'http://server').pathname);
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    expect(output).toMatchObject({ code: 4, errors: [expect.stringContaining('unexpected redirect')] });
    expect(seen).toEqual(['/trpc/admin.stats']);
  });
});

describe('a refusal', () => {
  it('names the seconds until the next attempt', async () => {
    const output = await typeTo(refuse('RATE_LIMITED', { retryAfterSeconds: 12 }));
    expect(output).toMatchObject({
      code: 1,
      errors: ['The server refused: RATE_LIMITED. Try again in 12 s'],
    });
  });

  it('names the earlier action, without control characters', async () => {
    const happened = { action: 'hide-story', by: 'colega', at: new Date(0), reason: '\u001B[2Jspam\nok' };
    const { errors } = await typeTo(refuse('CONFLICT', { happened }));
    expect(errors).toEqual([
      'The server refused: CONFLICT. Last was hide-story by @colega at 1970-01-01T00:00:00.000Z: \uFFFD[2Jspam ok',
    ]);
  });

  it('by middleware before the procedures is printed the same way', async () => {
    expect(await typeTo(answerJson(413, { error: 'BODY_TOO_BIG' }))).toMatchObject({
      code: 1,
      errors: ['The server refused: BODY_TOO_BIG'],
    });
  });

  it('is JSON on stderr with --json, and stdout stays empty', async () => {
    const { code, printed, errors } = await typeTo(refuse('FORBIDDEN'), 'stats --json');
    expect([code, printed]).toEqual([1, []]);
    expect(JSON.parse(errors.join('\n'))).toMatchObject({
      error: { exitCode: 1, code: 'FORBIDDEN', requestId: 'r-1', message: expect.any(String) },
    });
    const usage = await terminal.type('stats --json --nonsense');
    expect(JSON.parse(usage.errors.join('\n'))).toMatchObject({ error: { exitCode: 2, code: null } });
  });

  it('SEC-05: never prints the session', async () => {
    for (const answer of [refuse('FORBIDDEN'), refuse('UNAUTHENTICATED'), answerJson(200, null)]) {
      const output = await typeTo(answer, 'stats --json');
      expect(JSON.stringify(output)).not.toContain(token);
      server?.close();
    }
  });
});
