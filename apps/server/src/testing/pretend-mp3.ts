import type { TestApp } from './test-app.ts';

/** Stores bytes in place of a real MP3, which would take half a second. Returns them as a number. */
export async function pretendMp3({ world }: TestApp, storyId: string): Promise<number> {
  const { storyMp3 } = world.database.prisma;
  const { key } = await storyMp3.findUniqueOrThrow({ where: { storyId } });
  const { bytes } = await world.services.storage.put(key, new Uint8Array(1_000).fill(7));
  await storyMp3.update({ where: { key }, data: { bytes, durationMs: 5_000, madeAt: new Date() } });
  return bytes;
}
