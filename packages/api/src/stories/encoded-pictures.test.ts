import { describe, expect, it } from 'vitest';
import type { Services } from '../rpc/context.ts';
import { failAgain, useEncodedStory } from '../testing/stories/encoded-story.ts';

const { world, ana, told, findMp3, pictureOf, countQueued, run, withStore } = useEncodedStory();

describe('the picture of a public story', () => {
  it('is drawn and stored once with its publication, and stays when other fields change', async () => {
    expect(await pictureOf()).toEqual({ key: expect.any(String), revision: null, bytes: null });
    await world.makeMp3s();
    const kept = await pictureOf();
    expect(kept).toMatchObject({ revision: `El tren ${ana.username}`, bytes: 'El tren'.length });
    expect(await world.isStored(kept.key)).toBe(true);
    await run({ previews: { toRevision: () => '', draw: failAgain } });
    await world.callAs(ana).stories.update({ id: told.story, title: 'El tren', transcript: 'Otro texto' });
    expect([await pictureOf(), countQueued()]).toEqual([kept, 0]);
  });

  it('is drawn again for another title or username, and the previous one is deleted', async () => {
    await world.makeMp3s();
    const username = `otra_${told.story.slice(0, 8)}`;
    const changes = [
      () => world.callAs(ana).stories.update({ id: told.story, title: 'El barco' }),
      () => world.callAs(ana).profiles.update({ username }),
    ];
    for (const change of changes) {
      const before = await pictureOf();
      await change();
      expect(await pictureOf()).toMatchObject({ revision: null, bytes: null });
      await world.workOff();
      await world.makeMp3s();
      const { key } = await pictureOf();
      expect(key).not.toBe(before.key);
      expect([await world.isStored(before.key), await world.isStored(key)]).toEqual([false, true]);
    }
    expect(await pictureOf()).toMatchObject({ revision: `El barco ${username}` });
  });

  it('that is drawn while the title changes leaves no object', async () => {
    const keys: string[] = [];
    const put: Services['storage']['put'] = async (key, content) => {
      if (keys.push(key) === 1) await world.callAs(ana).stories.update({ id: told.story, title: 'El barco' });
      await world.workOff();
      return world.services.storage.put(key, content);
    };
    await run(withStore({ put }));
    expect(await world.isStored(keys[0])).toBe(false);
    expect(await pictureOf()).toMatchObject({ revision: null, bytes: null });
  });

  it('that fails delays no MP3, and is retried', async () => {
    await expect(run({ previews: { ...world.services.previews, draw: failAgain } })).rejects.toThrow('again');
    expect(await findMp3()).toMatchObject({ bytes: expect.any(Number), pictureBytes: null });
    await run();
    expect(await findMp3()).toMatchObject({ pictureBytes: expect.any(Number) });
  });
});
