import { join } from 'node:path';
import type { Flags } from '@relato/contract/settings/types';
import { createDatabase, type Database } from '@relato/db';
import { createStory, createUser } from '@relato/db/testing/factories';
import { readEmbeddedUrl } from '@relato/db/testing/embedded-url';
import { test as base } from './fixtures.ts';
import { served } from './serve-relato.ts';

export interface ToldStory {
  readonly id: string;
  readonly title: string;
}

interface Author {
  readonly id: string;
  readonly username: string;
}

interface WorldFixtures {
  /** That of the server, for what nobody can do from outside. All tests share it, so that nothing is left in it. */
  readonly database: Database;
  /** Sets these flags, and the others to what they are by default. */
  readonly setFlags: (flags: Partial<Flags>) => Promise<void>;
  /** Gives this account the role of a moderator. */
  readonly makeModerator: (email: string) => Promise<void>;
  /** Somebody who is there, but never signs in. */
  readonly author: Author;
  /** A published story that a visitor finds in the feed: of somebody else, and without its audio. */
  readonly story: ToldStory;
}

const key = 'flags';

export const test = base.extend<WorldFixtures>({
  database: async ({ baseURL: _unused }, use) => {
    const url = await readEmbeddedUrl(join(served.dataDir, 'postgres'));
    // More patient than the product: a machine that is busy with browsers is no database that fell silent.
    const database = await createDatabase({ url, poolSize: 1, patienceMs: 30_000 });
    await use(database);
    await database.close();
  },
  setFlags: async ({ database: { prisma } }, use) => {
    await use(async (flags) => {
      const value = { ...flags };
      await prisma.setting.upsert({ where: { key }, create: { key, value }, update: { value } });
    });
    await prisma.setting.deleteMany({ where: { key } });
  },
  makeModerator: async ({ database: { prisma } }, use) => {
    await use(async (email) => {
      await prisma.user.update({ where: { email }, data: { role: 'moderator' } });
    });
  },
  author: async ({ database: { prisma } }, use) => {
    const id = await createUser(prisma);
    const { username } = await prisma.profile.findUniqueOrThrow({ where: { id } });
    await use({ id, username: username ?? '' });
    await prisma.user.deleteMany({ where: { id } });
  },
  story: async ({ author, database: { prisma } }, use) => {
    const title = `El tren de ${author.id.slice(0, 8)}`;
    await use({ id: await createStory(prisma, { userId: author.id, title }), title });
  },
});
