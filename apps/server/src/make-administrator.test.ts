import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDatabase, findEmbeddedPostgres } from '@relato/db';
import { createUser } from '@relato/db/testing/factories';
import { bareEnvironment } from '@relato/testing/bare-environment';
import { startServerProcess, type ServerProcess } from '@relato/testing/server-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from './testing/test-app.ts';

const script = fileURLToPath(new URL('make-administrator.ts', import.meta.url));

const test = useTestApp();
let folder: string;
let server: ServerProcess | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'relato-make-administrator-'));
  // PostgreSQL does not run as root. Its own user must be able to enter the folder.
  await chmod(folder, 0o755);
});
afterAll(async () => {
  // A failed test leaves the server running.
  server?.process.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Runs the command to its end. */
async function make(args: readonly string[], variables: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: folder,
    env: bareEnvironment({ DATABASE_TIMEOUT_SECONDS: '30', ...variables }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += String(chunk)));
  await once(child, 'close');
  return { code: child.exitCode, text };
}

const onDatabase = (...args: string[]) => make(args, { DATABASE_URL: test.world.database.url });

describe('npm run make-administrator', () => {
  it('makes a confirmed account an administrator at once', async () => {
    const { token, viewer } = await test.signUp('primera');
    const stats = () =>
      test.app.request('/trpc/admin.stats', { headers: { authorization: `Bearer ${token}` } });
    expect((await stats()).status).toBe(403);
    expect(await onDatabase(viewer.email ?? '')).toEqual({
      code: 0,
      text: expect.stringMatching(/^@primera \(primera@example\.org\) is now an administrator\.\n/),
    });
    expect((await stats()).status).toBe(200);
    expect(await onDatabase(viewer.email ?? '')).toEqual({
      code: 0,
      text: expect.stringContaining('already is an administrator'),
    });
    const log = await test.world.callAs({ ...viewer, role: 'administrator' }).admin.log({});
    expect(log.items).toMatchObject([{ action: 'set-role', targetId: viewer.id, actor: null }]);
  });

  it('names what is missing, and changes no role', async () => {
    const account = { username: 'nueva', email: 'nueva@example.org', password: 'tortuga-azul-7' };
    await test.world.visitor.account.signUp(account);
    expect(await onDatabase(account.email)).toEqual({
      code: 1,
      text: expect.stringContaining('is not confirmed yet'),
    });
    expect(await onDatabase('nadie@example.org')).toEqual({
      code: 1,
      text: 'No account has the address nadie@example.org. Sign up with it in the app first.\n',
    });
    for (const args of [[], ['x'], ['a@example.org', 'b@example.org']]) {
      expect(await onDatabase(...args)).toMatchObject({ code: 2, text: expect.stringContaining('npm run') });
    }
    expect(await onDatabase('--help')).toMatchObject({ code: 0, text: expect.stringContaining('npm run') });
    expect(await make(['a@example.org'], { DATA_DIR: join(folder, 'none') })).toEqual({
      code: 1,
      text: expect.stringMatching(/^There is no database in .*none yet\. Start Relato/),
    });
    expect(await readdir(folder)).not.toContain('none');
    const away = 'postgres://relato:secret@127.0.0.1:1/relato';
    const answer = await make(['a@example.org'], { DATABASE_URL: away });
    expect(answer).toEqual({ code: 1, text: expect.stringMatching(/^Cannot reach the database[^\n]*\n$/) });
    expect(answer.text).not.toContain('secret');
  });

  it('uses the embedded database beside a running server, and starts it otherwise', async () => {
    const variables = { DATA_DIR: join(folder, 'data') };
    server = await startServerProcess({ DATABASE_TIMEOUT_SECONDS: '30', ...variables });
    await server.ready();
    const { url, id } = await addUser(join(variables.DATA_DIR, 'postgres'));
    expect(await make(['ana@example.org'], variables)).toMatchObject({ code: 0 });
    expect(await roleOf(url, id)).toBe('administrator');
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    await server.stop();
    expect(await make(['ana@example.org'], variables)).toMatchObject({
      code: 0,
      text: expect.stringContaining('already'),
    });
    expect(await findEmbeddedPostgres(join(variables.DATA_DIR, 'postgres'))).toBeNull();
    const left = await readdir(variables.DATA_DIR);
    expect(left.filter((name) => name.endsWith('.owner'))).toEqual([]);
  });
});

async function addUser(postgresDir: string): Promise<{ readonly url: string; readonly id: string }> {
  const url = await findEmbeddedPostgres(postgresDir);
  if (url === null) throw new Error('The embedded database does not run');
  const database = await createDatabase({ url, poolSize: 1, statementTimeoutMs: 30_000 });
  const id = await createUser(database.prisma, { email: 'ana@example.org' });
  await database.close();
  return { url, id };
}

async function roleOf(url: string, id: string): Promise<string> {
  const database = await createDatabase({ url, poolSize: 1, statementTimeoutMs: 30_000 });
  const { role } = await database.prisma.user.findUniqueOrThrow({ where: { id } });
  await database.close();
  return role;
}
