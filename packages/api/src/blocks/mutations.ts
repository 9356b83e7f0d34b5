import { DomainError, limits, type BlockKind, type UserId } from '@relato/contract';
import type { Services, Viewer } from '../rpc/context.ts';
import { runWrite } from '../run-write.ts';

interface Wish {
  readonly userId: UserId;
  readonly kind: BlockKind;
  /** Null for a mute without an end, and for a block. */
  readonly days: number | null;
}

/**
 * Blocks or mutes a user; repeating it changes nothing, and a mute does not replace a block. A block ends the follows
 * between the two, and stops sharing the stories that are for one of them alone. Throws INVALID_INPUT for the viewer
 * themselves, PROFILE_NOT_FOUND, BLOCKS_TOO_MANY, ACCOUNT_SUSPENDED and UNAUTHENTICATED.
 */
export async function block(
  { database }: Services,
  viewer: Viewer,
  { userId, kind, days }: Wish,
): Promise<void> {
  if (viewer.id === userId) throw new DomainError('INVALID_INPUT');
  await runWrite(database, {
    name: 'block',
    text: 'SELECT * FROM block_user($1::uuid, $2::uuid, $3::block_kind, $4::int, $5::int)',
    values: [viewer.id, userId, kind, days, limits.block.maxPeople],
  });
}

/** Undoes a block or a mute. Follows that a block ended are not restored. */
export async function undoBlock(
  { database }: Services,
  viewer: Viewer,
  { userId, kind }: Omit<Wish, 'days'>,
): Promise<void> {
  await database.prisma.block.deleteMany({ where: { blockerId: viewer.id, blockedId: userId, kind } });
}

/** Mutes a word; repeating it changes nothing. Throws MUTED_WORDS_TOO_MANY. */
export async function muteWord({ database }: Services, viewer: Viewer, word: string): Promise<void> {
  const { maxCount } = limits.mutedWord;
  // One statement, so that two tabs together respect the limit and lose no word.
  const changed = await database.prisma.$executeRaw`
    UPDATE users SET muted_words = CASE WHEN ${word} = ANY (muted_words) THEN muted_words ELSE muted_words || ${word}::text END
    WHERE id = ${viewer.id}::uuid AND (${word} = ANY (muted_words) OR cardinality(muted_words) < ${maxCount})`;
  if (changed === 0) throw new DomainError('MUTED_WORDS_TOO_MANY');
}

/** Unmutes a word. Does nothing if it is not muted. */
export async function unmuteWord({ database }: Services, viewer: Viewer, word: string): Promise<void> {
  await database.prisma.$executeRaw`
    UPDATE users SET muted_words = array_remove(muted_words, ${word}::text) WHERE id = ${viewer.id}::uuid`;
}
