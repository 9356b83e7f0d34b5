import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from '@relato/testing/bare-environment';
import { serialize } from 'superjson';
import { expect, it, onTestFinished } from 'vitest';

const program = fileURLToPath(new URL('main.ts', import.meta.url));

it('the program reads its answers from a pipe, and reports errors by exit code and on stderr, without a stack', async () => {
  const args = [program, 'sign-in', '--url', 'http://127.0.0.1:9'];
  const home = await mkdtemp(join(tmpdir(), 'relato-main-'));
  onTestFinished(() => rm(home, { recursive: true }));
  const child = spawn(process.execPath, args, { env: bareEnvironment({ XDG_CONFIG_HOME: home }) });
  child.stdin.end('ana@example.org\nuna contraseña\n');
  let [printed, errors] = ['', ''];
  child.stdout.on('data', (chunk) => (printed += String(chunk)));
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  await once(child, 'close');
  expect([child.exitCode, printed]).toEqual([4, '']);
  expect(errors).toMatch(/Cannot reach http:\/\/127\.0\.0\.1:9[^\n]*\n$/u);
  expect(errors).not.toContain('    at ');
  expect(await readdir(home)).toEqual(['relato']);
});

it.each([
  ['its answer', 'stdout', 141, 200, { result: { data: serialize([]) } }],
  ['its error', 'stderr', 3, 401, { error: 'UNAUTHENTICATED' }],
] as const)(
  'the program fails without a stack if %s has no reader left',
  async (_case, stream, code, status, answer) => {
    const server = createServer((_request, response) => {
      child[stream].once('close', () => response.writeHead(status).end(JSON.stringify(answer))).destroy();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const env = bareEnvironment({ RELATO_TOKEN: 'x', RELATO_URL: url });
    const child = spawn(process.execPath, [program, 'stats', '--json'], { env });
    let rest = '';
    for (const each of [child.stdout, child.stderr]) each.on('data', (chunk) => (rest += String(chunk)));
    await once(child, 'exit');
    expect([child.exitCode, rest]).toEqual([code, '']);
  },
);
