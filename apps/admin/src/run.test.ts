import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestWorld, type TestWorld } from '@relato/api/testing/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { run } from './run.ts';

const serverMain = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
const account = { username: 'ana', email: 'ana@example.org', password: 'tortuga-azul-7' };

let world: TestWorld;
let folder: string;
let server: ChildProcess;
let url: string;
let storyId: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'relato-admin-'));
  world = await createTestWorld();
  await world.visitor.auth.signUp(account);
  const [mail] = await world.readMails();
  const token = new URLSearchParams(new URL(mail?.link ?? '').hash.slice(1)).get('token') ?? '';
  await world.visitor.auth.verifyEmail({ token });
  const { user } = await world.visitor.auth.signIn(account);
  const recordingId = await world.record(user);
  const { stories } = world.callAs(user);
  storyId = (await stories.create({ recordingId, title: 'El tren' })).id;
  await stories.publish({ id: storyId });
  await serve();
});
afterAll(async () => {
  server.kill('SIGTERM');
  await once(server, 'close');
  await world.close();
  await rm(folder, { recursive: true });
});

/** The server as it is run, on the world's database. */
async function serve(): Promise<void> {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  server = spawn(process.execPath, [serverMain], {
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'silent',
      ROLE: 'web',
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: world.database.url,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  await new Promise<void>((resolve, reject) => {
    server.once('close', () => reject(new Error(`The server ended: ${text}`)));
    server.stdout?.on('data', (chunk) => {
      text += String(chunk);
      if (text.includes('Relato is at')) resolve();
    });
  });
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

let sessionFile: string;
beforeEach(async () => {
  sessionFile = join(await mkdtemp(join(folder, 'home-')), 'relato', 'session.json');
});

/** One command line; `password` is what the person types when asked. */
async function relato(line: string, { password = account.password } = {}) {
  const printed: string[] = [];
  const complaints: string[] = [];
  const code = await run(line.split(' ').filter(Boolean), {
    print: (text) => void printed.push(text),
    complain: (text) => void complaints.push(text),
    ask: async (question) => (question.startsWith('Password') ? password : account.email),
    sessionFile,
  });
  return { code, printed, complaints };
}

const signIn = () => relato(`sign-in --url ${url}`);

describe('signing in', () => {
  it('keeps the session for its owner only', async () => {
    expect(await signIn()).toEqual({ code: 0, printed: ['Signed in as @ana (user)'], complaints: [] });
    const { mode } = await stat(sessionFile);
    expect((mode & 0o777).toString(8)).toBe('600');
    expect((await relato('whoami')).printed).toEqual([expect.stringMatching(/^@ana · user · until \d{4}-/u)]);
    const { printed } = await relato('whoami --json');
    expect(JSON.parse(printed[0] ?? '')).toMatchObject({ user: { username: 'ana' } });
  });

  it('refuses a wrong password by its code, and keeps nothing', async () => {
    const answer = await relato(`sign-in --url ${url}`, { password: 'otra-tortuga-9' });
    expect(answer).toEqual({ code: 1, printed: [], complaints: ['The server refused: INVALID_CREDENTIALS'] });
    await expect(stat(sessionFile)).rejects.toThrow('ENOENT');
  });

  it('ends with signing out', async () => {
    await signIn();
    expect((await relato('sign-out')).printed).toEqual(['Signed out']);
    expect((await relato('whoami')).code).toBe(2);
  });
});

describe('stories list', () => {
  it('shows the public feed as lines, or as JSON for a script', async () => {
    await signIn();
    const { printed } = await relato('stories list');
    expect(printed).toEqual([expect.stringMatching(new RegExp(`^${storyId} .*@ana {2}El tren$`, 'u'))]);
    const { printed: json } = await relato('stories list --json --limit 5');
    expect(JSON.parse(json.join('\n'))).toMatchObject({ items: [{ id: storyId, title: 'El tren' }] });
  });
});

describe('a command line that cannot be done', () => {
  it('asks to sign in first', async () => {
    for (const line of ['whoami', 'stories list', 'sign-out', 'whoami --url http://127.0.0.1:1']) {
      const { code, complaints } = await relato(line);
      expect([code, complaints]).toEqual([2, [expect.stringContaining('Not signed in')]]);
    }
  });

  it('does not send a session to another server', async () => {
    await signIn();
    expect((await relato('whoami --url http://127.0.0.1:1')).code).toBe(2);
  });

  it.each([
    'stories',
    'stories burn',
    'whoami --nonsense',
    'stories list --limit 0',
    'stories list --limit x',
    '',
  ])('says what is wrong with: %s', async (line) => {
    expect((await relato(line)).code).toBe(2);
  });

  it('says that the server is away', async () => {
    const { code, complaints } = await relato(`sign-in --url http://127.0.0.1:${await freePort()}`);
    expect([code, complaints]).toEqual([1, [expect.stringMatching(/^Cannot reach the server/u)]]);
  });
});
