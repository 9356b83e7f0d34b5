import { describe, expect, it } from 'vitest';
import { useModerationWorld } from '../testing/moderation-world.ts';

const { cast, as } = useModerationWorld();

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
