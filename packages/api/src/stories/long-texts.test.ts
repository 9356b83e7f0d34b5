import { limits } from '@relato/contract';
import { createStories } from '@relato/db/testing/factories';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readPages } from '../testing/read-pages.ts';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';

/** The number of texts that exceed two pages. */
const count = 9;
/** The maximum of UTF-16 units of that many stories with their texts. */
const maxBytes = 3 * limits.page.maxTextLength + 100_000;

const world = useTestWorld();
const author = useUser(world, 'autora');
const moderator = useUser(world, 'moderadora', 'moderator');

async function tell(transcript: string, title = 'Largo'): Promise<string[]> {
  const { prisma } = world.database;
  await prisma.story.deleteMany();
  const ids = await createStories(
    prisma,
    Array.from({ length: count }, (_, score) => ({
      userId: author.id,
      title,
      transcript,
      score,
      upvotes: score,
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, score)),
    })),
  );
  return ids.toReversed();
}

interface AnyPage {
  readonly items: readonly { readonly id: string }[];
  readonly nextCursor: string | null;
}

describe('SEC-55: a page of stories', () => {
  let longest: readonly string[];
  beforeAll(async () => {
    longest = await tell('😀'.repeat(limits.transcript.maxLength));
  });

  it.each([
    ['the feed', (page) => world.visitor.stories.feed(page)],
    ['a search', (page) => world.visitor.stories.feed({ ...page, search: 'largo' })],
    ['a user', (page) => world.visitor.stories.byUser({ ...page, userId: author.id })],
    ['one’s own stories', (page) => world.callAs(author).stories.mine(page)],
    // The last one, because it hides them.
    [
      'the hidden stories',
      async (page) => {
        await world.database.prisma.$executeRaw`UPDATE stories SET hidden_at = created_at`;
        return world.callAs(moderator).stories.hidden(page);
      },
    ],
  ] as const satisfies readonly [
    string,
    (page: { limit: number; cursor: string | null }) => Promise<AnyPage>,
  ][])('ends early for long texts, and the next ones have the rest: %s', async (_list, read) => {
    const pages = await readPages<AnyPage['items'][number]>((cursor) =>
      read({ limit: limits.page.maxSize, cursor }),
    );
    expect(pages.flat().map(({ id }) => id)).toEqual(longest);
    for (const page of pages) {
      expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(maxBytes);
      expect(page.length).toBeGreaterThan(0);
    }
  });

  it('reads only those texts for a search, and yields to other requests', async () => {
    const words = Array.from({ length: 2_400 }, (_, index) => `zzq${index.toString(36).padStart(3, 'a')}.`);
    const ids = await tell(words.join(' '));
    const sentences = Object.getPrototypeOf(new Intl.Segmenter('es').segment('')) as Intl.Segments; // the type of `segment`
    const looks = vi.spyOn(sentences, 'containing');
    const looksInTurns: number[] = [];
    const countLooks = () => looksInTurns.push(looks.mock.calls.splice(0).length);
    const countTurn = () => {
      countLooks();
      immediate = setImmediate(countTurn);
    };
    let immediate = setImmediate(countTurn);
    try {
      const page = await world.visitor.stories.feed({ search: 'zzq', limit: limits.page.maxSize });
      // The page may be answered in the turn of its last story.
      countLooks();
      expect(page.items.map(({ id, moments }) => [id, moments?.length])).toEqual(
        ids.slice(0, page.items.length).map((id) => [id, limits.search.moment.maxCount]),
      );
      expect(page.nextCursor).not.toBeNull();
      expect(looksInTurns.filter((count) => count > 0)).toHaveLength(page.items.length);
    } finally {
      clearImmediate(immediate);
      looks.mockRestore();
    }
  });
});
