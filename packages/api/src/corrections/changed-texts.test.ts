import { errorCode, expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { correctStories, spanOf, text } from '../testing/corrections/corrected-stories.ts';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';

const world = useTestWorld();
const author = useUser(world, 'autora');
const ana = useUser(world, 'ana');
const beto = useUser(world, 'beto');
const luis = useUser(world, 'luis');
const { tell, propose, receive, decide, read, rewrite, newsOf } = correctStories(world, author);

describe('a text that has changed', () => {
  it('keeps a proposal on its words, and marks it as outdated once they are gone', async () => {
    const id = await tell();
    await propose(ana, id, 'balsa.');
    await propose(beto, id, 'volvía', spanOf(7));
    await rewrite(id, text.replace('El mar', 'Aquel día el mar').replace('barca', 'canoa'));
    expect(await receive(id)).toMatchObject([
      { said: 'volvía', text: 'volvió', isOutdated: false },
      { said: 'balsa.', text: 'barca.', isOutdated: true },
    ]);
    const [fits, outdated] = await receive(id);
    await expectRefusal(decide(outdated?.id ?? '', true), 'CORRECTION_WORDS_CHANGED');
    await decide(fits?.id ?? '', true);
    expect((await read(id)).transcript).toBe(
      'Aquel día el mar se llevó la canoa.\nNadie volvía a sia el mar',
    );
    // A proposal that the author's own edit has outdated stays.
    expect(await receive(id)).toMatchObject([{ said: 'balsa.' }]);
    await decide(outdated?.id ?? '', false);
  });

  it('by a correction closes the proposals whose words are gone, and accepts all equal ones', async () => {
    const id = await tell();
    await propose(ana, id, 'balsa.');
    await propose(beto, id, 'Balsa');
    await propose(luis, id, 'la lancha.', spanOf(4, 5));
    await propose(luis, id, 'volvía', spanOf(7));
    const waiting = await receive(id);
    const idOf = (said: string) => waiting.find((each) => each.said === said)?.id ?? '';
    expect((await decide(idOf('balsa.'), true)).toSorted()).toEqual(
      [idOf('Balsa'), idOf('la lancha.')].toSorted(),
    );
    expect(await decide(idOf('volvía'), false)).toEqual([]);
    expect(await receive(id)).toEqual([]);
    expect((await read(id)).carers).toEqual({
      usernames: expect.arrayContaining(['ana', 'beto']),
      others: 0,
    });
    expect(await newsOf(luis, id)).toEqual([]);
  });

  it('loses neither of two concurrent changes: the later one sees the earlier one', async () => {
    const id = await tell();
    await propose(ana, id, 'balsa.');
    const [waiting] = await receive(id);
    const { recordingId } = await world.database.prisma.story.findUniqueOrThrow({ where: { id } });
    const late = await world.database.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM recordings WHERE id = ${recordingId}::uuid FOR UPDATE`;
      const accepting = decide(waiting?.id ?? '', true).catch((error: unknown) => error);
      await expect.poll(world.countBlocked).toBe(1);
      // Recordings are locked before stories.
      const free = await tx.$queryRaw`SELECT 1 FROM stories WHERE id = ${id}::uuid FOR UPDATE SKIP LOCKED`;
      expect(free).toHaveLength(1);
      const transcript = text.replace('barca', 'canoa');
      await tx.story.update({ where: { id }, data: { transcript, transcriptWords: [] } });
      return { accepting };
    });
    expect(await late.accepting).toEqual(errorCode('CORRECTION_WORDS_CHANGED'));
    expect((await read(id)).transcript).toContain('canoa');
  });

  it('contains both of two corrections that are accepted at once', async () => {
    const id = await tell();
    await propose(ana, id, 'balsa.');
    await propose(beto, id, 'volvía', spanOf(7));
    await Promise.all((await receive(id)).map((each) => decide(each.id, true)));
    expect((await read(id)).transcript).toBe('El mar se llevó la balsa.\nNadie volvía a sia el mar');
  });
});
