import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useTestApp } from '../testing/test-app.ts';
import { runMakeAdministrator } from './make-administrator-command.ts';

const test = useTestApp();

/** Runs the command, and returns what it prints. */
async function make(args: readonly string[], variables?: NodeJS.ProcessEnv): Promise<string> {
  const lines: string[] = [];
  await runMakeAdministrator(args, {
    variables: {
      DATABASE_TIMEOUT_SECONDS: '30',
      ...(variables ?? { DATABASE_URL: test.world.database.url }),
    },
    cwd: '/',
    print: (line) => void lines.push(line),
    show: () => {},
    signal: new AbortController().signal,
  });
  return lines.join('\n');
}

it('makes a confirmed account an administrator at once', async () => {
  const { viewer, email, headers } = await test.signUp('primera');
  const stats = () => test.app.request('/trpc/admin.stats', { headers });
  expect((await stats()).status).toBe(403);
  expect(await make([email])).toMatch(/^@primera \(primera@example\.org\) is now an administrator\.\n/);
  expect((await stats()).status).toBe(200);
  expect(await make([email])).toContain('already is an administrator');
  const log = await test.world.callAs({ ...viewer, role: 'administrator' }).admin.log({});
  expect(log.items).toMatchObject([{ action: 'set-role', targetId: viewer.id, actor: null }]);
});

it('names the missing precondition, and changes no role', async () => {
  const account = { username: 'nueva', email: 'nueva@example.org', password: 'tortuga-azul-7' };
  await test.world.visitor.account.signUp({ ...account, acceptsTerms: true });
  await expect(make([account.email])).rejects.toThrow(/is not confirmed yet/);
  await expect(make(['nadie@example.org'])).rejects.toThrow(
    'No account has the address nadie@example.org. Sign up with it in the app first.',
  );
  for (const args of [[], ['x'], ['a@example.org', 'b@example.org']])
    await expect(make(args)).rejects.toThrow(/^npm run make-administrator/);
  const none = join(tmpdir(), 'relato-that-was-never-started');
  await expect(make(['a@example.org'], { DATA_DIR: none })).rejects.toThrow(
    /^There is no database in .*never-started yet\. Start Relato/,
  );
  expect(existsSync(none)).toBe(false);
  const away = { DATABASE_URL: 'postgres://relato:secret@127.0.0.1:1/relato' };
  await expect(make(['a@example.org'], away)).rejects.toThrow(
    /^Cannot reach the database(?!.*secret)[^\n]*$/,
  );
});
