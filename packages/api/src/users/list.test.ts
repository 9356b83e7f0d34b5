import { describe, expect, it } from 'vitest';
import { useModerationWorld } from '../testing/moderation-world.ts';

const { world, cast, as, tell, report } = useModerationWorld();

describe('users.list', () => {
  it('SEC-05: shows e-mail addresses to administrators only, and does not let others search by them', async () => {
    const search = cast.author.email ?? '';
    expect((await as(cast.administrator).users.list({ search })).items).toMatchObject([
      { id: cast.author.id, email: cast.author.email },
    ]);
    expect((await as(cast.moderator).users.list({ search })).items).toEqual([]);
    const [found] = (await as(cast.moderator).users.list({ search: cast.author.username ?? '' })).items;
    expect(found).toMatchObject({
      id: cast.author.id,
      email: null,
      role: 'user',
      suspended: null,
      storiesCount: 0,
    });
    expect(JSON.stringify(await as(cast.moderator).users.list({ limit: 50 }))).not.toContain('@example.org');
  });

  it('SEC-49: counts no private stories, not even of a suspended user', async () => {
    const [decided] = [await tell(), await tell(), await tell(false), await tell(false)];
    await as(cast.moderator).stories.hide({ id: decided, reason: 'Publicidad' });
    const counts = { storiesCount: 2, hiddenStoriesCount: 1 };
    const read = async () =>
      (await as(cast.moderator).users.list({ search: cast.author.username ?? '' })).items;
    expect(await read()).toMatchObject([counts]);
    await as(cast.author).stories.unpublish({ id: decided });
    expect(await read()).toMatchObject([counts]);
    await as(cast.moderator).users.suspend({ userId: cast.author.id, reason: 'Acoso' });
    expect(await read()).toMatchObject([{ storiesCount: 2, hiddenStoriesCount: 2 }]);
  });

  it('counts the open reports of people, and not a first story or watched words', async () => {
    const [first, watched, reported] = [await tell(), await tell(), await tell()];
    for (const id of [first, watched, reported]) await report(cast.ana, id);
    const { prisma } = world.database;
    await prisma.report.updateMany({ where: { storyId: first }, data: { reason: 'first' } });
    await prisma.report.updateMany({ where: { storyId: watched }, data: { reason: 'watched' } });
    const count = async () => {
      const search = cast.author.username ?? '';
      return (await as(cast.moderator).users.list({ search })).items.map((user) => user.openReportsCount);
    };
    expect(await count()).toEqual([1]);
    await as(cast.moderator).reports.review({ storyId: reported });
    expect(await count()).toEqual([1]);
    await as(cast.moderator).reports.dismiss({ storyId: reported, note: 'No es nada' });
    expect(await count()).toEqual([0]);
  });

  it('finds a name as it is shown, with an @', async () => {
    const { username } = cast.author;
    for (const viewer of [cast.moderator, cast.administrator])
      expect((await as(viewer).users.list({ search: `@${username}` })).items).toMatchObject([{ username }]);
    expect((await as(cast.administrator).users.list({ search: '@example.org' })).items).not.toEqual([]);
    expect((await as(cast.moderator).users.list({ search: '@' })).items).toEqual([]);
  });

  it('takes the search text literally, and pages', async () => {
    expect((await as(cast.administrator).users.list({ search: '%' })).items).toEqual([]);
    const first = await as(cast.moderator).users.list({ limit: 1 });
    const second = await as(cast.moderator).users.list({ limit: 1, cursor: first.nextCursor });
    expect(first.items[0]?.id).not.toBe(second.items[0]?.id);
    expect(
      (await as(cast.moderator).users.list({ role: 'moderator' })).items.map(({ username }) => username),
    ).toEqual(['colega', 'moderadora']);
  });
});
