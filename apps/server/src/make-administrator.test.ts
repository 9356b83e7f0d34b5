import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDatabase, findEmbeddedPostgres } from '@relato/db';
import { createUser } from '@relato/db/testing/factories';
import { findFreePort } from '@relato/testing/free-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from './testing/test-app.ts';

const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

let test: TestApp;
let folder: string;
const launched: ChildProcess[] = [];
beforeAll(async () => {
  test = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), 'relato-make-administrator-'));
  // Where the user postgres may enter, nothing is kept elsewhere.
  await chmod(folder, 0o755);
});
afterAll(async () => {
  // What a failed test left.
  for (const child of launched) child.kill('SIGKILL');
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

function launch(name: string, args: readonly string[], variables: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(process.execPath, [script(name), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  launched.push(child);
  return child;
}

/** The command as it is run, to its end. */
async function make(args: readonly string[], variables: NodeJS.ProcessEnv) {
  const child = launch('make-administrator.ts', args, variables);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += String(chunk)));
  await once(child, 'close');
  return { code: child.exitCode, text };
}

const onDatabase = (...args: string[]) => make(args, { DATABASE_URL: test.world.database.url });

describe('npm run make-administrator', () => {
  it('makes one of a confirmed account, who can do from then on what only they may', async () => {
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

  it('says what is missing, and makes nobody', async () => {
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
      expect(await onDatabase(...args)).toMatchObject({ code: 1, text: expect.stringContaining('npm run') });
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

  it('finds the embedded database beside the running server, and starts it where none runs', async () => {
    const variables = {
      DATA_DIR: join(folder, 'data'),
      HOST: '127.0.0.1',
      PORT: String(await findFreePort()),
    };
    const server = launch('main.ts', [], { ...variables, LOG_LEVEL: 'silent' });
    await untilReady(server);
    const { url, id } = await addPerson(join(variables.DATA_DIR, 'postgres'));
    expect(await make(['ana@example.org'], variables)).toMatchObject({ code: 0 });
    expect(await roleOf(url, id)).toBe('administrator');
    expect((await fetch(`http://127.0.0.1:${variables.PORT}/readyz`)).status).toBe(200);
    server.kill('SIGTERM');
    await once(server, 'close');
    expect(await make(['ana@example.org'], variables)).toMatchObject({
      code: 0,
      text: expect.stringContaining('already'),
    });
    expect(await findEmbeddedPostgres(join(variables.DATA_DIR, 'postgres'))).toBeNull();
    const left = await readdir(variables.DATA_DIR);
    expect(left.filter((name) => name.endsWith('.owner'))).toEqual([]);
  });
});

function untilReady(server: ChildProcess): Promise<void> {
  let text = '';
  return new Promise<void>((resolve, reject) => {
    server.once('close', () => reject(new Error(text)));
    server.stderr?.on('data', (chunk) => (text += String(chunk)));
    server.stdout?.on('data', (chunk) => {
      text += String(chunk);
      if (text.includes('Relato is at')) resolve();
    });
  });
}

async function addPerson(postgresDir: string): Promise<{ readonly url: string; readonly id: string }> {
  const url = await findEmbeddedPostgres(postgresDir);
  if (url === null) throw new Error('It runs');
  const database = await createDatabase({ url, poolSize: 1 });
  const id = await createUser(database.prisma, { email: 'ana@example.org' });
  await database.close();
  return { url, id };
}

async function roleOf(url: string, id: string): Promise<string> {
  const database = await createDatabase({ url, poolSize: 1 });
  const { role } = await database.prisma.user.findUniqueOrThrow({ where: { id } });
  await database.close();
  return role;
}
