import type { BlockedPerson, Page } from '@relato/contract';
import type { Services, Viewer } from '../rpc/context.ts';
import { toPage, toPageStatement, toPlaceInTime, type PageRequest } from '../rpc/cursor.ts';

const isActive = '(b.ends_at IS NULL OR b.ends_at > now())';

/** SQL for whether one of two users, whose ids are expressions, blocks the other. `are_blocked` mirrors it. */
export const isBlockedWith = (one: string, other: string): string => `(
    EXISTS (SELECT FROM blocks b WHERE b.blocker_id = ${one} AND b.blocked_id = ${other} AND b.kind = 'block')
    OR EXISTS (SELECT FROM blocks b WHERE b.blocker_id = ${other} AND b.blocked_id = ${one} AND b.kind = 'block'))`;

/**
 * SQL for whether a list of the viewer, whose id is an expression, shows the content of a user: not with a block, nor if the
 * viewer mutes them, unless it `showsMuted`. The users are read once and hashed, so that the list is still read in the order
 * of its index. The viewer stands in a subselect, because PostgreSQL would otherwise plan anew for each viewer whom it
 * expects to block few. Visitors have statements without it. `person` may be NULL, for a visitor.
 */
export const isShownTo = (
  viewer: string,
  person: string,
  { showsMuted = false } = {},
): string => `(${person} IN (
      SELECT b.blocked_id FROM blocks b
      WHERE b.blocker_id = (SELECT ${viewer}) AND ${showsMuted ? `b.kind = 'block'` : isActive}
      UNION ALL SELECT b.blocker_id FROM blocks b WHERE b.blocked_id = (SELECT ${viewer}) AND b.kind = 'block'
    )) IS NOT TRUE`;

/** The condition that neither the user nor the viewer blocks the other. */
export const notBlockedWith = ({ id }: { readonly id: string }) =>
  ({
    blocking: { none: { blockedId: id, kind: 'block' } },
    blockedBy: { none: { blockerId: id, kind: 'block' } },
  }) as const;

/** SQL for whether the viewer mutes a user now. */
export const isMutedBy = (viewer: string, person: string): string =>
  `EXISTS (SELECT FROM blocks b WHERE b.blocker_id = ${viewer} AND b.blocked_id = ${person}
    AND b.kind = 'mute' AND ${isActive})`;

interface BlockRow extends BlockedPerson {
  readonly createdAt: Date;
}

/** Lists the users whom the viewer blocks or mutes, the last ones first. */
export async function listBlocks(
  { database }: Services,
  viewer: Viewer,
  { cursor, limit }: PageRequest,
): Promise<Page<BlockedPerson>> {
  const { name, size } = toPageStatement(cursor ? 'blocks-next' : 'blocks', limit);
  const after = toPlaceInTime(cursor);
  const rows = await database.sql<BlockRow>({
    name,
    text: `SELECT p.id, p.username, b.kind, b.ends_at AS "endsAt", b.created_at AS "createdAt"
      FROM blocks b JOIN profiles p ON p.id = b.blocked_id
      WHERE b.blocker_id = $1::uuid AND ${isActive}
        ${after ? 'AND (b.created_at, b.blocked_id) < ($2::timestamptz, $3::uuid)' : ''}
      ORDER BY b.created_at DESC, b.blocked_id DESC LIMIT ${size}`,
    values: [viewer.id, ...(after ? [after.at, after.id] : [])],
  });
  const toPerson = ({ id, username, kind, endsAt }: BlockRow): BlockedPerson => ({
    id,
    username,
    kind,
    endsAt,
  });
  return toPage(rows, limit, toPerson, (row) => [row.createdAt.getTime(), row.id]);
}

/** Returns the words whose stories are folded for the viewer. */
export async function listMutedWords({ database }: Services, { id }: Viewer): Promise<readonly string[]> {
  const user = await database.prisma.user.findUniqueOrThrow({
    where: { id },
    select: { mutedWords: true },
  });
  return user.mutedWords;
}
