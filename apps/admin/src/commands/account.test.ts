import { stat } from 'node:fs/promises';
import { findFreePort } from '@relato/testing/free-port';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSession } from '../session-file.ts';
import { createServedWorld, type Account, type ServedWorld } from '../testing/served-world.ts';
import { createTerminal, type Terminal } from '../testing/terminal.ts';

let world: ServedWorld;
let ana: Account;
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
  it('asks for what is missing, keeps the session for its owner only, and never prints it', async () => {
    const asked = await terminal.type(`sign-in --url ${world.url}/`, [], {
      answers: [ana.email, ana.password],
    });
    expect(asked).toEqual({
      code: 0,
      printed: ['Signed in as @ana (user)'],
      complaints: [],
      questions: ['E-mail: ', 'Password: '],
    });
    expect(((await stat(terminal.sessionFile)).mode & 0o777).toString(8)).toBe('600');
    const said = await terminal.type(`sign-in --json --url ${world.url} --email ${ana.email}`, [], {
      environment: { RELATO_PASSWORD: ana.password },
    });
    expect(JSON.parse(said.printed.join(''))).toEqual({
      user: { id: ana.user.id, username: 'ana', email: ana.email, role: 'user' },
      expiresAt: expect.any(String),
      expiresIn: expect.any(Number),
    });
    expect(JSON.stringify([asked, said])).not.toContain(await readToken());
  });

  it('refuses a wrong password by its code, and keeps nothing', async () => {
    const said = await terminal.type(`sign-in --url ${world.url} --email ${ana.email}`, [], {
      answers: ['otra-tortuga-9'],
    });
    expect(said).toMatchObject({
      code: 1,
      printed: [],
      complaints: ['The server refused: INVALID_CREDENTIALS'],
    });
    await expect(stat(terminal.sessionFile)).rejects.toThrow('ENOENT');
    expect((await terminal.type(`sign-in --url ${world.url}`, [], { answers: ['ana', 'x'] })).code).toBe(2);
  });

  it.each([
    ['http://relato.example', /not encrypted/],
    ['http://127.0.0.1.relato.example', /not encrypted/],
    ['http://notlocalhost', /not encrypted/],
    ['relato.example', /must be the address/],
    ['ftp://relato.example', /must be the address/],
    ['https://relato.example/trpc', /must be the address/],
    ['https://ana:secret@relato.example', /must be the address/],
  ])('sends no password to %s', async (address, complaint) => {
    for (const [line, environment] of [
      [`sign-in --email ${ana.email} --url ${address}`, {}],
      [`sign-in --email ${ana.email}`, { RELATO_URL: address }],
      ['whoami', { RELATO_URL: address, RELATO_TOKEN: 'x' }],
    ] as const) {
      const said = await terminal.type(line, [], { answers: [ana.password], environment });
      expect(said).toMatchObject({ code: 2, questions: [], complaints: [expect.stringMatching(complaint)] });
    }
  });

  it('sends it in the clear to who insists', async () => {
    // Leads to this machine, but is none of its names.
    const url = `http://0.0.0.0:${await findFreePort()}`;
    const line = `sign-in --email ${ana.email} --url ${url}`;
    expect((await terminal.type(line, [], { answers: ['x'] })).code).toBe(2);
    expect(await terminal.type(`${line} --insecure`, [], { answers: ['x'] })).toMatchObject({
      code: 4,
      complaints: [expect.stringContaining(`Cannot reach ${url}: `)],
    });
  });
});

describe('a session', () => {
  it('is who signed in, as lines or as the contract has it', async () => {
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

  it('ends with signing out', async () => {
    await signIn();
    const token = await readToken();
    expect((await terminal.type('sign-out')).printed).toEqual(['Signed out']);
    expect(await world.services.auth.validateSession(token)).toBeNull();
    expect((await terminal.type('whoami')).code).toBe(3);
    expect((await terminal.type('sign-out')).code).toBe(3);
  });

  it('that is over is said to be, and is forgotten by signing out', async () => {
    await signIn();
    await world.services.auth.signOut(await readToken());
    for (const line of ['whoami', 'users list', 'reports list --all']) {
      expect(await terminal.type(line)).toMatchObject({
        code: 3,
        printed: [],
        complaints: ['The session has ended. Run: npm run admin -- sign-in'],
      });
    }
    expect((await terminal.type('sign-out')).code).toBe(0);
    expect((await terminal.type('whoami')).complaints).toEqual([
      'Not signed in. Run: npm run admin -- sign-in',
    ]);
  });

  it('goes to the server that it is of, and to no other', async () => {
    await signIn();
    const other = `http://127.0.0.1:${await findFreePort()}`;
    expect(await terminal.type(`whoami --url ${other}`)).toMatchObject({
      code: 3,
      complaints: [expect.stringContaining(`You are signed in to ${world.url}`)],
    });
    expect((await terminal.type('whoami', [], { environment: { RELATO_URL: other } })).code).toBe(3);
    expect((await terminal.type(`whoami --url ${world.url}/`)).code).toBe(0);
  });

  it('is the one of the environment, where there is one, and leaves the kept one alone', async () => {
    await signIn();
    const { token } = await world.visitor.auth.signIn(ana);
    const environment = { RELATO_TOKEN: token, RELATO_URL: world.url };
    expect((await terminal.type('whoami', [], { environment })).code).toBe(0);
    const said = await terminal.type('sign-out', [], { environment });
    expect(said.code).toBe(0);
    expect((await terminal.type('whoami', [], { environment })).code).toBe(3);
    expect((await terminal.type('whoami')).code).toBe(0);
  });

  it.each(['se\ncreto', 'secretó', 'se creto', '\u0000secreto'])(
    'of the environment that cannot be one is not quoted: %j',
    async (token) => {
      const environment = { RELATO_TOKEN: token, RELATO_URL: world.url };
      const said = await terminal.type('whoami', [], { environment });
      expect(said).toMatchObject({ code: 3, complaints: [expect.stringContaining('RELATO_TOKEN')] });
      expect(said.complaints.join('')).not.toContain('creto');
    },
  );
});

it('asks to sign in first, whatever one wants', async () => {
  for (const line of ['whoami', 'stories list', 'sign-out', `whoami --url ${world.url}`, 'stats --json']) {
    const { code, complaints } = await terminal.type(line);
    expect([code, complaints]).toEqual([3, [expect.stringContaining('Not signed in')]]);
  }
});
