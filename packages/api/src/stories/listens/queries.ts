import { limits, type ListenPosition, type Listens } from '@relato/contract';
import type { Services, Viewer } from '../../rpc/context.ts';

type ListensRow = { readonly isKept: boolean } & (
  | ListenPosition
  | { readonly [Field in keyof ListenPosition]: null }
);

/**
 * Returns whether the server stores the viewer's listening history, and their positions in the last stories that are still
 * public.
 */
export async function getListens({ database }: Services, viewer: Viewer): Promise<Listens> {
  const rows = await database.sql<ListensRow>({
    name: 'listens-kept-of',
    text: `SELECT u.keeps_listens AS "isKept", l.story_id AS id, l.position_ms AS "positionMs", l.listened_at AS "listenedAt"
      FROM users u LEFT JOIN LATERAL (
        SELECT l.* FROM listens l JOIN stories s ON s.id = l.story_id AND s.published AND s.hidden_at IS NULL
        WHERE l.user_id = u.id ORDER BY l.listened_at DESC, l.story_id DESC LIMIT ${limits.listens.maxPositions}
      ) AS l ON true
      WHERE u.id = $1::uuid`,
    values: [viewer.id],
  });
  const positions = rows.flatMap(({ isKept: _isKept, ...position }) =>
    position.id === null ? [] : [position],
  );
  return { isKept: rows[0]?.isKept ?? false, positions };
}
