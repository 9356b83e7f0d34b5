import type { Flags } from '@relato/contract/settings/flags';
import type { Database } from '@relato/db';
import { createStory, createUser } from '@relato/db/testing/factories';
import { test as base } from '../fixtures.ts';
import { getServedDatabase } from './serve-relato.ts';

export interface StoryFixture {
  readonly id: string;
  readonly title: string;
}

interface Author {
  readonly id: string;
  readonly username: string;
}

interface WorldFixtures {
  /** The server's database, for data that HTTP cannot create. Tests share it and remove what they add. */
  readonly database: Database;
  /** Sets these flags and resets the others. */
  readonly setFlags: (flags: Partial<Flags>) => Promise<void>;
  /** An author who never signs in. */
  readonly author: Author;
  /** A published story of `author`, without audio. */
  readonly story: StoryFixture;
}

const key = 'flags';

export const test = base.extend<WorldFixtures>({
  database: async ({ baseURL: _unused }, use) => use(await getServedDatabase()),
  setFlags: async ({ database: { prisma } }, use) => {
    await use(async (flags) => {
      const value = { ...flags };
      await prisma.setting.upsert({ where: { key }, create: { key, value }, update: { value } });
    });
    await prisma.setting.deleteMany({ where: { key } });
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
