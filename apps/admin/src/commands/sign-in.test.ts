import { stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { TestAccount } from '@relato/api/testing/world';
import { findFreePort } from '@relato/testing/network/free-port';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSession } from '../session-file.ts';
import { createServedWorld, type ServedWorld } from '../testing/served-world.ts';
import { createTerminal, type Terminal } from '../testing/terminal.ts';

let world: ServedWorld;
let ana: TestAccount;
beforeAll(async () => {
  world = await createServedWorld();
  ana = await world.signUp('ana');
});
afterAll(() => world.close());

let terminal: Terminal;
beforeEach(async () => {
  terminal = await createTerminal();
});
afterEach(() => terminal.close());

const signIn = () =>
  terminal.type(`sign-in --url ${world.url} --email ${ana.email}`, [], { answers: [ana.password] });
const readToken = async (): Promise<string> =>
  (await readSession(terminal.sessionFile, () => {}))?.token ?? '';

describe('sign-in', () => {
  it('asks for missing credentials, keeps the session in a private file, and never prints the session', async () => {
    const asked = await terminal.type(`sign-in --url ${world.url}/`, [], {
      answers: [ana.email, ana.password],
    });
    expect(asked).toEqual({
      code: 0,
      printed: ['Signed in as @ana (user)'],
      errors: [],
      questions: ['E-mail: ', 'Password: '],
    });
    expect(((await stat(terminal.sessionFile)).mode & 0o777).toString(8)).toBe('600');
    const output = await terminal.type(`sign-in --json --url ${world.url} --email ${ana.email}`, [], {
      environment: { RELATO_PASSWORD: ana.password },
    });
    expect(JSON.parse(output.printed.join(''))).toEqual({
      user: { id: ana.viewer.id, username: 'ana', email: ana.email, role: 'user' },
      expiresAt: expect.any(String),
      expiresIn: expect.any(Number),
    });
    expect(JSON.stringify([asked, output])).not.toContain(await readToken());
  });

  it('refuses a wrong password with its error code, and keeps no session', async () => {
    const output = await terminal.type(`sign-in --url ${world.url} --email ${ana.email}`, [], {
      answers: ['otra-tortuga-9'],
    });
    expect(output).toMatchObject({
      code: 1,
      printed: [],
      errors: ['The server refused: INVALID_CREDENTIALS'],
    });
    await expect(stat(terminal.sessionFile)).rejects.toThrow('ENOENT');
    expect((await terminal.type(`sign-in --url ${world.url}`, [], { answers: ['ana', 'x'] })).code).toBe(2);
  });

  it('does not ask for a password if it could not keep the session', async () => {
    await writeFile(dirname(terminal.sessionFile), '');
    expect(await terminal.type('sign-in --url http://127.0.0.1:9', [], { answers: [] })).toEqual({
      code: 3,
      printed: [],
      errors: [expect.stringMatching(/^\S+ cannot be used: EEXIST\.$/u)],
      questions: [],
    });
  });

  it.each([
    ['http://relato.example', /not encrypted/],
    ['http://127.0.0.1.relato.example', /not encrypted/],
    ['ftp://relato.example', /must be the address/],
    ['https://relato.example/trpc', /must be the address/],
    ['https://ana:secret@relato.example', /must be the address/],
  ])('sends no password to %s', async (address, message) => {
    for (const [line, environment] of [
      [`sign-in --email ${ana.email} --url ${address}`, {}],
      [`sign-in --email ${ana.email}`, { RELATO_URL: address }],
      ['whoami', { RELATO_URL: address, RELATO_TOKEN: 'x' }],
    ] as const) {
      const output = await terminal.type(line, [], { answers: [ana.password], environment });
      expect(output).toMatchObject({ code: 2, questions: [], errors: [expect.stringMatching(message)] });
    }
  });

  it('sends a password unencrypted only with --insecure', async () => {
    // This address reaches the machine, but does not count as local.
    const url = `http://0.0.0.0:${await findFreePort()}`;
    const line = `sign-in --email ${ana.email} --url ${url}`;
    expect((await terminal.type(line, [], { answers: ['x'] })).code).toBe(2);
    expect(await terminal.type(`${line} --insecure`, [], { answers: ['x'] })).toMatchObject({
      code: 4,
      errors: [expect.stringContaining(`Cannot reach ${url}: `)],
    });
  });
});

describe('a session', () => {
  it('is shown by whoami, as lines and as JSON', async () => {
    await signIn();
    const { printed } = await terminal.type('whoami');
    expect(printed).toEqual([
      'User    @ana',
      'E-mail  ana@example.org',
      'Role    user',
      expect.stringMatching(/^Until {3}\d{4}-\d\d-\d\dT\d\d:\d\dZ$/u),
    ]);
    expect(await terminal.readJson('whoami')).toMatchObject({ user: { username: 'ana', role: 'user' } });
  });

  it('is ended by sign-out', async () => {
    await signIn();
    const token = await readToken();
    expect((await terminal.type('sign-out')).printed).toEqual(['Signed out']);
    expect(await world.services.auth.validateSession(token)).toBeNull();
    expect((await terminal.type('whoami')).code).toBe(3);
    expect((await terminal.type('sign-out')).code).toBe(3);
  });

  it('that has ended is reported, and deleted by sign-out', async () => {
    await signIn();
    await world.services.auth.signOut(await readToken());
    for (const line of ['whoami', 'users list', 'reports list --all']) {
      expect(await terminal.type(line)).toMatchObject({
        code: 3,
        printed: [],
        errors: ['The session has ended. Run: npm run admin -- sign-in'],
      });
    }
    expect((await terminal.type('sign-out')).code).toBe(0);
    expect((await terminal.type('whoami')).errors).toEqual(['Not signed in. Run: npm run admin -- sign-in']);
  });

  it('is sent to its own server only', async () => {
    await signIn();
    const other = `http://127.0.0.1:${await findFreePort()}`;
    expect(await terminal.type(`whoami --url ${other}`)).toMatchObject({
      code: 3,
      errors: [expect.stringContaining(`You are signed in to ${world.url}`)],
    });
    expect((await terminal.type('whoami', [], { environment: { RELATO_URL: other } })).code).toBe(3);
    expect((await terminal.type(`whoami --url ${world.url}/`)).code).toBe(0);
  });

  it('comes from the environment if set there, and the file stays unchanged', async () => {
    await signIn();
    const { token } = await world.visitor.account.signIn(ana);
    const environment = { RELATO_TOKEN: token, RELATO_URL: world.url };
    expect((await terminal.type('whoami', [], { environment })).code).toBe(0);
    const output = await terminal.type('sign-out', [], { environment });
    expect(output.code).toBe(0);
    expect((await terminal.type('whoami', [], { environment })).code).toBe(3);
    expect((await terminal.type('whoami')).code).toBe(0);
  });

  it.each(['se\ncreto', 'secretó'])(
    'of the environment that is malformed is not quoted: %j',
    async (token) => {
      const environment = { RELATO_TOKEN: token, RELATO_URL: world.url };
      const output = await terminal.type('whoami', [], { environment });
      expect(output).toMatchObject({ code: 3, errors: [expect.stringContaining('RELATO_TOKEN')] });
      expect(output.errors.join('')).not.toContain('creto');
    },
  );
});

it('is required by every other command', async () => {
  for (const line of ['whoami', 'stories list', 'stats --json']) {
    const { code, errors } = await terminal.type(line);
    expect([code, errors]).toEqual([3, [expect.stringContaining('Not signed in')]]);
  }
});
