import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '@relato/db';
import { createRecording, createStory } from '@relato/db/testing/factories';
import { newObjectKey, type Storage } from '@relato/storage';

/** Inserts a public story whose audio is in the store: random bytes that no player plays. Returns its id. */
export async function addStoredStory(
  { prisma }: Pick<Database, 'prisma'>,
  storage: Storage,
  userId: string,
): Promise<string> {
  const [original, playback] = [randomBytes(3_000), randomBytes(2_000)];
  const [originalKey, playbackKey] = [newObjectKey('original', 'bin'), newObjectKey('playback', 'webm')];
  await storage.put(originalKey, original);
  await storage.put(playbackKey, playback);
  const recordingId = await createRecording(prisma, {
    userId,
    bytes: original.length,
    originalKey,
    originalSha256: createHash('sha256').update(original).digest('hex'),
    playbackKey,
    playbackBytes: playback.length,
  });
  // The characters that the text format of COPY escapes.
  const title = `Línea\tuno\\N\nlínea "dos" ${randomBytes(4).toString('hex')}`;
  const id = await createStory(prisma, { userId, recordingId, title, tags: ['té', 'año,\\'] });
  await prisma.profile.update({ where: { id: userId }, data: { postsCount: { increment: 1 } } });
  return id;
}
