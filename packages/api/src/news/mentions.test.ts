import { describe, expect, it } from 'vitest';
import { useToldStory } from '../testing/news/told-story.ts';

const { ana, luis, eva, told, as, say, listNews, countNews } = useToldStory();

describe('mentions', () => {
  it('notify named members once, whatever the case of their name', async () => {
    const name = luis.username ?? '';
    await say(ana, `Para @${name.toUpperCase()}, otra vez @${name}. También @nadie y correo@${eva.username}`);
    const [item, ...others] = await listNews(luis);
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      kind: 'mention',
      actor: { username: ana.username },
      story: { id: told.story },
    });
    expect(await listNews(eva)).toEqual([]);
  });

  it("are one news for the author of the story, and none in a visitor's comment", async () => {
    await say(luis, `Gracias, @${ana.username}`);
    expect((await listNews(ana)).map(({ kind }) => kind)).toEqual(['comment']);
    await say(null, `Hola, @${eva.username}`);
    expect(await listNews(eva)).toEqual([]);
  });

  it('are hidden while the reader may not see the story', async () => {
    await say(ana, `Mira, @${eva.username}`);
    await as(ana).stories.unpublish({ id: told.story });
    expect([await listNews(eva), await as(eva).news.unread()]).toEqual([[], 0]);
    await as(ana).stories.publish({ id: told.story });
    expect([(await listNews(eva)).length, await as(eva).news.unread()]).toEqual([1, 1]);
  });

  it.each(['block', 'mute'] as const)(
    'are hidden by a %s with the author of the story, whether they are older or newer',
    async (kind) => {
      await say(luis, `Mira, @${eva.username}`);
      await as(eva).blocks[kind]({ userId: ana.id });
      expect([await listNews(eva), await as(eva).news.unread()]).toEqual([[], 0]);
      await say(luis, `Mira otra vez, @${eva.username}`);
      expect([await listNews(eva), await as(eva).news.unread()]).toEqual([[], 0]);
    },
  );

  it('store nothing if the named member may not see the story', async () => {
    await as(ana).stories.unpublish({ id: told.story });
    await say(ana, `Nota sobre @${eva.username}`);
    await as(ana).stories.publish({ id: told.story });
    await as(ana).blocks.block({ userId: eva.id });
    await say(luis, `Mira, @${eva.username}`);
    expect(await countNews(eva)).toBe(0);
  });
});
