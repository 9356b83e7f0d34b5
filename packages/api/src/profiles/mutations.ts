import { DomainError, limits } from '@relato/contract';
import { Prisma } from '@relato/db';
import { uuidv7 } from 'uuidv7';
import type { Context, Services, Viewer } from '../rpc/context.ts';
import { lockStories, requireActive, requireActiveAlone } from '../locks.ts';
import { renewPictures } from '../story-mp3s.ts';

/**
 * Sets the username of the viewer; the database holds the previous one for them. Throws USERNAME_TAKEN, also for a name that
 * looks like another or is held for another user, and USERNAME_TOO_MANY. The unique index and the trigger of `profiles`
 * decide between concurrent calls.
 */
export async function chooseUsername(
  { database, jobs }: Services,
  viewer: Viewer,
  username: string,
): Promise<void> {
  try {
    await database.prisma.$transaction(async (tx) => {
      // Of concurrent changes, each sees the names that the others gave up.
      await requireActiveAlone(tx, viewer.id);
      await requireRoomForNames(tx, viewer.id, username);
      // The pictures of the stories show the name. The stories are locked before the profile, in the common order.
      await lockStories(tx, { userId: viewer.id });
      await tx.profile.update({ where: { id: viewer.id }, data: { username } });
      await renewPictures({ jobs }, tx, { userId: viewer.id });
    });
  } catch (cause) {
    if (cause instanceof Prisma.PrismaClientKnownRequestError && cause.code === 'P2002') {
      throw new DomainError('USERNAME_TAKEN', { cause });
    }
    throw cause;
  }
}

/** Throws USERNAME_TOO_MANY if the viewer holds too many names, which other users could not use. */
async function requireRoomForNames(
  tx: Prisma.TransactionClient,
  userId: string,
  username: string,
): Promise<void> {
  const [row] = await tx.$queryRaw<{ hasRoom: boolean }[]>`
    SELECT count(*) <= ${limits.username.maxHeld} AS "hasRoom" FROM (
      SELECT f.username FROM former_usernames f
      WHERE f.user_id = ${userId}::uuid AND (f.held_until IS NULL OR f.held_until > now())
      UNION SELECT username FROM profiles WHERE id = ${userId}::uuid
    ) AS others WHERE username <> ${username}::citext`;
  if (!row?.hasRoom) throw new DomainError('USERNAME_TOO_MANY');
}

/** Switches the viewer's podcast of public stories on or off; repeating it changes nothing. */
export async function setPodcast({ database }: Services, viewer: Viewer, podcast: boolean): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await requireActive(tx, viewer.id);
    await tx.profile.update({ where: { id: viewer.id }, data: { podcast } });
  });
}

/** Sets the viewer's text about themselves. */
export async function setAbout({ database }: Services, viewer: Viewer, about: string): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await requireActive(tx, viewer.id);
    await tx.profile.update({ where: { id: viewer.id }, data: { about } });
  });
}

/**
 * Stores the viewer's picture, re-encoded by the server. Throws PHOTO_INVALID unless it is a still JPEG or WebP of a size
 * that a browser sends, and UNAVAILABLE while too many wait.
 */
export async function setPhoto(
  { database, photos }: Services,
  viewer: Viewer,
  { network, wideNetwork }: Pick<Context['request'], 'network' | 'wideNetwork'>,
  base64: string,
): Promise<void> {
  const photo = await photos.remake(Buffer.from(base64, 'base64'), [wideNetwork ?? network, viewer.id]);
  if (!photo) throw new DomainError('PHOTO_INVALID');
  await database.prisma.$transaction(async (tx) => {
    await requireActive(tx, viewer.id);
    // A new id, because its address must change with the picture.
    const data = { id: uuidv7(), ...photo };
    const { id: photoId } = await tx.photo.upsert({
      where: { userId: viewer.id },
      create: { userId: viewer.id, ...data },
      update: data,
    });
    await tx.profile.update({ where: { id: viewer.id }, data: { photoId } });
  });
}

/** Removes the viewer's picture, if there is one. */
export async function removePhoto({ database }: Services, viewer: Viewer): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await requireActive(tx, viewer.id);
    await tx.photo.deleteMany({ where: { userId: viewer.id } });
  });
}

/**
 * Recounts the public stories of a user instead of adding a step, so that a wrong counter cannot prevent a story from
 * being hidden. The lock comes first, so that the count includes what concurrent transactions changed.
 */
export async function recountPosts(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM profiles WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
  await tx.$executeRaw`UPDATE profiles SET posts_count = (
      SELECT count(*) FROM stories WHERE user_id = ${userId}::uuid AND published AND hidden_at IS NULL
    ) WHERE id = ${userId}::uuid`;
}
