import { createStory, createUser } from '@relato/db/testing/factories';
import type { Locator, Page } from '@playwright/test';
import { test as base } from './database-fixtures.ts';

interface Corner {
  readonly userId: string;
  /** The tag of all its stories, which gives a test its own feed. */
  readonly tag: string;
  readonly tell: (
    title: string,
    fields?: { readonly votes?: number; readonly tags?: string[] },
  ) => Promise<string>;
}

export const test = base.extend<{ corner: Corner }>({
  corner: async ({ database }, use) => {
    const userId = await createUser(database.prisma);
    const tag = `rincón ${userId.slice(0, 8)}`;
    await use({
      userId,
      tag,
      tell: (title, { votes = 0, tags = [] } = {}) =>
        createStory(database.prisma, { userId, title, tags: [tag, ...tags], upvotes: votes, score: votes }),
    });
    await database.prisma.user.delete({ where: { id: userId } });
  },
});

export const address = ({ tag }: Corner): string => `/search?tags=${encodeURIComponent(tag)}`;
export const cardOf = (page: Page, title: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('link', { name: title }) });
export const titles = (page: Page): Locator => page.getByRole('article').getByRole('heading', { level: 2 });
