import { randomUUID } from 'node:crypto';
import { commentId } from '@relato/contract';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { readNotices } from '../testing/read-notices.ts';
import { happenedTo, useModerationWorld } from '../testing/moderation-world.ts';

const { world, cast, as, tell } = useModerationWorld();

describe('comments.remove', () => {
  it('removes a comment once, and keeps the counter correct', async () => {
    const id = await tell();
    const said = commentId.parse(randomUUID());
    await world.callAs(cast.ana).comments.create({ id: said, storyId: id, content: 'Compra ya' });
    const answers = await Promise.all(
      [cast.moderator, cast.colleague].map((each) =>
        happenedTo(as(each).comments.remove({ id: said, reason: 'Publicidad' })),
      ),
    );
    expect(answers.filter((answer) => answer !== null)).toMatchObject([
      { code: 'CONFLICT', action: 'remove-comment' },
    ]);
    expect((await world.visitor.stories.byId({ id })).comments).toBe(0);
    expect(await readNotices(world.callAs(cast.ana))).toMatchObject([
      { kind: 'comment_removed', subject: 'Compra ya', reason: 'Publicidad', storyId: id, canAppeal: true },
    ]);
    const unknown = as(cast.moderator).comments.remove({ id: commentId.parse(randomUUID()), reason: 'No' });
    await expectRefusal(unknown, 'COMMENT_NOT_FOUND');
  });

  it('removes the comment of a visitor without a notice', async () => {
    const id = await tell();
    const said = commentId.parse(randomUUID());
    await world.visitor.comments.create({ id: said, storyId: id, content: 'Compra ya' });
    await as(cast.moderator).comments.remove({ id: said, reason: 'Publicidad' });
    expect((await world.visitor.comments.list({ storyId: id })).items).toEqual([]);
    expect(await world.database.prisma.notice.count({ where: { targetId: said } })).toBe(0);
  });
});
