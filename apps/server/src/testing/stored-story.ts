import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '@relato/db';
import { createRecording, createStory } from '@relato/db/testing/factories';
import { newObjectKey, type Storage } from '@relato/storage';
import { createAudio } from './drills/world/audio.ts';

/** Inserts a public story with stored audio. Random bytes that players skip make the audio large. Returns the id of the story. */
export async function addStoredStory(
  { prisma }: Pick<Database, 'prisma'>,
  storage: Storage,
  userId: string,
  randomByteCount?: number,
): Promise<string> {
  const [original, playback] = [await createAudio(randomByteCount), await createAudio()];
  const [originalKey, playbackKey] = [newObjectKey('original', 'mp4'), newObjectKey('playback', 'mp4')];
  await storage.put(originalKey, original);
  await storage.put(playbackKey, playback);
  const recordingId = await createRecording(prisma, {
    userId,
    bytes: original.length,
    originalKey,
    originalSha256: createHash('sha256').update(original).digest('hex'),
    playbackKey,
    playbackBytes: playback.length,
    playbackType: 'audio/mp4; codecs=opus',
    container: 'mp4',
  });
  // The title contains the characters that the text format of COPY escapes.
  const title = `Línea\tuno\\N\nlínea "dos" ${randomBytes(4).toString('hex')}`;
  const id = await createStory(prisma, { userId, recordingId, title, tags: ['té', 'año,\\'] });
  await prisma.profile.update({ where: { id: userId }, data: { postsCount: { increment: 1 } } });
  return id;
}
