import { randomUUID } from 'node:crypto';
import type { TestAccount } from '@relato/api/testing/world';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createServedWorld, type ServedWorld } from './served-world.ts';
import { createTerminal, type Terminal } from './terminal.ts';

export const reason = ['--reason', 'Es spam'];
export const note = ['--note', 'Nada malo'];

export const idOf = (line = ''): string | undefined => line.split(' ')[0];

/** Returns the line of a table that contains `id`. */
export const lineOf = (table: string, id: string): string =>
  table.split('\n').find((line) => line.includes(id)) ?? '';

const copy = (to: object, from: object): void =>
  void Object.defineProperties(to, Object.getOwnPropertyDescriptors(from));

/** An author without a password, because its hash takes time. */
type Author = Pick<TestAccount, 'viewer' | 'username' | 'email'>;

/** Serves a world with an administrator and a moderator at their terminals, and a new author for each test. */
export function useStaff() {
  // The object gets its properties before any test runs.
  const world = {} as ServedWorld;
  const [jefa, moderator] = [{} as Terminal, {} as Terminal];
  const author = {} as Author;
  beforeAll(async () => {
    copy(world, await createServedWorld());
    copy(jefa, await signInAs('jefa', 'administrator'));
    copy(moderator, await signInAs('revisora', 'moderator'));
  });
  beforeEach(async () => {
    const username = `autora_${randomUUID().slice(0, 8)}`;
    const viewer = await world.addUser(username);
    Object.assign(author, { viewer, username, email: `${username}@example.org` });
  });
  afterAll(async () => {
    await Promise.all([jefa.close(), moderator.close()]);
    await world.close();
  });

  async function signInAs(username: string, role: 'moderator' | 'administrator'): Promise<Terminal> {
    const { email, password } = await world.signUp(username, role);
    const terminal = await createTerminal();
    await terminal.type(`sign-in --url ${world.url} --email ${email}`, [], { answers: [password] });
    return terminal;
  }

  /** Runs a command line and returns its output. Throws if it fails. */
  async function read(line: string, more: readonly string[] = [], terminal = jefa): Promise<string> {
    const { code, printed, errors } = await terminal.type(line, more);
    if (code !== 0) throw new Error([code, ...errors].join('\n'));
    return printed.join('\n');
  }

  return { world, jefa, moderator, author, read };
}
