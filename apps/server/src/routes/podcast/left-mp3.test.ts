import { existsSync } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import { newObjectKey } from '@relato/storage';
import { expect, it } from 'vitest';
import { pretendMp3 } from '../../testing/pretend-mp3.ts';
import { useTestApp } from '../../testing/test-app.ts';

const test = useTestApp();

async function countOpenFiles(): Promise<number> {
  const names = await readdir('/proc/self/fd');
  const links = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
  return links.filter((link) => link.startsWith(test.world.audioDir)).length;
}

it.skipIf(!existsSync('/proc/self/fd'))(
  'REL-27: the file of an MP3 is closed after a client that leaves behind its tag',
  async () => {
    const ana = await test.signUp('ana');
    const id = await test.world.publishStory(ana.viewer);
    await pretendMp3(test, id);
    const key = newObjectKey('mp3', 'mp3');
    const bytes = 4_000_000;
    await test.world.services.storage.put(key, new Uint8Array(bytes));
    await test.world.database.prisma.storyMp3.update({ where: { storyId: id }, data: { key, bytes } });
    const answer = await test.app.request(`/feed/${id}.mp3`);
    expect(answer.status).toBe(200);
    expect(await countOpenFiles()).toBe(1);
    await answer.body?.cancel();
    await expect.poll(countOpenFiles).toBe(0);
  },
);
