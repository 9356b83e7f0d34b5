import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestAccount } from '@relato/api/testing/world';
import { bareEnvironment } from '@relato/testing/bare-environment';
import { errorCode } from '@relato/testing/error-code';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServedWorld, type ServedWorld } from './testing/served-world.ts';

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

let world: ServedWorld;
let home: string;
let jefa: TestAccount;
let author: TestAccount;
beforeAll(async () => {
  world = await createServedWorld();
  home = await mkdtemp(join(tmpdir(), 'relato-home-'));
  jefa = await world.signUp('jefa');
  author = await world.signUp('autora');
});
afterAll(async () => {
  await world.close();
  await rm(home, { recursive: true, force: true });
});

/** Runs a program as a shell does and returns its output. Throws if it fails. */
async function runProgram(
  file: string,
  args: readonly string[],
  { typed = '', ...env }: NodeJS.ProcessEnv & { readonly typed?: string },
): Promise<string> {
  const child = spawn(process.execPath, [fileOf(file), ...args], {
    env: bareEnvironment(env),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(typed);
  let printed = '';
  let errors = '';
  child.stdout.on('data', (chunk) => (printed += String(chunk)));
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(`${args.join(' ')}: ${child.exitCode} ${errors}`);
  return printed.trimEnd();
}

const makeAdministrator = (email: string): Promise<string> =>
  runProgram('../../server/src/make-administrator.ts', [email], {
    DATABASE_URL: world.database.url,
    DATABASE_TIMEOUT_SECONDS: '30',
  });
const relato = (line: string, ...more: readonly string[]): Promise<string> =>
  runProgram('main.ts', [...line.split(' '), ...more], {
    XDG_CONFIG_HOME: home,
    RELATO_PASSWORD: jefa.password,
  });

describe('moderating from a shell', () => {
  it('SEC-07: makes an administrator, hides a reported story with its audio, decides on the appeal, and leaves an unchangeable log', async () => {
    const id = await world.publishStory(author.viewer, { title: 'El tren' });
    const listen = async () => (await fetch(`${world.url}/audio/${id}`)).status;
    const [visitor, owner] = [await world.callOverHttp(null), await world.callOverHttp(author)];

    expect(await makeAdministrator(jefa.email)).toContain(
      '@jefa (jefa@example.org) is now an administrator.',
    );
    expect(await relato(`sign-in --url ${world.url} --email ${jefa.email}`)).toBe(
      'Signed in as @jefa (administrator)',
    );

    await visitor.reports.create.mutate({ storyId: id, reason: 'spam' });
    expect(await listen()).toBe(200);
    const { items } = JSON.parse(await relato('reports list --json'));
    expect(items).toMatchObject([{ story: { id, title: 'El tren' }, status: 'pending', reportsCount: 1 }]);
    await relato(`reports review ${id}`);
    await relato(`reports resolve ${id} --story hide --yes`, '--note', 'Es spam');
    // At once: nothing caches that the story was public.
    expect(await listen()).toBe(404);
    await expect(visitor.stories.byId.query({ id })).rejects.toEqual(errorCode('STORY_NOT_FOUND'));

    const [notice] = (await owner.appeals.notices.query({})).items;
    expect(notice).toMatchObject({
      kind: 'story_hidden',
      subject: 'El tren',
      reason: 'Es spam',
      canAppeal: true,
    });
    await owner.appeals.create.mutate({ id: notice?.id ?? '', text: 'Es mi historia' });
    expect(await relato('appeals list')).toMatch(
      /story_hidden +@jefa +yes +El tren +Es spam +Es mi historia$/u,
    );
    const appeals = JSON.parse(await relato('appeals list --json'));
    await relato(`appeals decide ${appeals.items[0].id} grant --yes`, '--note', 'Era un error');
    expect(await listen()).toBe(200);
    expect((await owner.appeals.notices.query({})).items[0]).toMatchObject({
      liftedAt: expect.any(Date),
      appeal: { status: 'granted', note: 'Era un error' },
    });

    const log = await relato('log --all');
    expect(
      log
        .split('\n')
        .slice(1)
        .map((line) => line.split(/ {2,}/u).slice(1, 3)),
    ).toEqual([
      ['@jefa', 'restore-story'],
      ['@jefa', 'grant-appeal'],
      ['@jefa', 'hide-story'],
      ['@jefa', 'resolve-reports'],
      ['@jefa', 'review-reports'],
      ['-', 'set-role'],
    ]);
    const { prisma } = world.database;
    await expect(prisma.$executeRaw`UPDATE moderation_log SET reason = 'nada'`).rejects.toThrow(
      'append-only',
    );
    await expect(prisma.$executeRaw`DELETE FROM moderation_log`).rejects.toThrow('append-only');
    expect(await relato('log --all')).toBe(log);
    expect(await relato('sign-out')).toBe('Signed out');
  });

  it('reports errors by exit code, on stderr, without a stack', async () => {
    await expect(relato('stats')).rejects.toThrow(
      /^stats: 3 Not signed in\. Run: npm run admin -- sign-in\n$/u,
    );
    await expect(relato('frob')).rejects.toThrow(/^frob: 2 Unknown command 'frob'\./u);
    await expect(relato('users suspend @autora --reason x')).rejects.toThrow(/: 3 Not signed in/u);
    expect(await relato('--help')).toContain('Exit codes:');
  });

  it('reads its answers from a pipe', async () => {
    const line = ['sign-in', '--url', world.url];
    const typed = `${jefa.email}\n${jefa.password}\n`;
    expect(await runProgram('main.ts', line, { XDG_CONFIG_HOME: home, typed })).toMatch(
      /^Signed in as @jefa/u,
    );
    await expect(runProgram('main.ts', line, { XDG_CONFIG_HOME: home, typed: 'x' })).rejects.toThrow(
      /: 2 .*(not an e-mail address|No answer was given)/u,
    );
  });
});
