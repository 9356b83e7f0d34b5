import {
  DomainError,
  placeProposal,
  toRangeText,
  toSpan,
  type KeptSpan,
  type Page,
  type ReceivedCorrection,
  type ReceivedCorrectionsInput,
  type Region,
  type UserId,
} from '@relato/contract';
import { toProfileSummary } from '../profiles/summary-queries.ts';
import type { Services, Viewer } from '../rpc/context.ts';
import { toPage, toPageStatement, toPlaceInTime } from '../rpc/cursor.ts';
import { fromJson } from '../transcription/word-queries.ts';
import { isShownCorrection } from './story-queries.ts';

interface ReceivedRow extends KeptSpan {
  readonly id: string;
  readonly userId: UserId;
  readonly username: string | null;
  readonly photo: string | null;
  readonly said: string;
  readonly headword: string | null;
  readonly headwordKey: string | null;
  readonly regions: readonly Region[];
  readonly createdAt: Date;
}

/** Returns the error for a viewer who does not own the story. */
export const toForeign = (story: { readonly published: boolean; readonly hiddenAt: Date | null } | null) =>
  new DomainError(story?.published && !story.hiddenAt ? 'FORBIDDEN' : 'STORY_NOT_FOUND');

/**
 * Lists the proposals that wait for the author of a story, or the accepted corrections in its text, the last ones first.
 * Omits those of suspended users, of users whom the viewer mutes, and of those with a block between them and the viewer.
 * Throws the error of `toForeign` if the story is not the viewer's.
 */
export async function listReceived(
  { database }: Services,
  viewer: Viewer,
  { id, state, cursor, limit }: ReceivedCorrectionsInput,
): Promise<Page<ReceivedCorrection>> {
  const after = toPlaceInTime(cursor);
  const story = await database.prisma.story.findUnique({
    where: { id },
    select: { userId: true, published: true, hiddenAt: true, transcriptWords: true },
  });
  if (!story || story.userId !== viewer.id) throw toForeign(story);
  const { name, size } = toPageStatement(`corrections-${state}${cursor ? '-next' : ''}`, limit);
  const rows = await database.sql<ReceivedRow>({
    name,
    text: `SELECT c.id, c.user_id AS "userId", p.username, p.photo_id AS photo, c.text, c.said, c.regions,
        c.headword, c.headword_key AS "headwordKey",
        c.start_ms AS "startMs", c.end_ms AS "endMs", c.created_at AS "createdAt"
      FROM corrections c JOIN profiles p ON p.id = c.user_id
      WHERE c.story_id = $2::uuid AND c.state = '${state}' ${state === 'open' ? '' : 'AND c.headword IS NULL'} AND ${isShownCorrection}
        ${after ? 'AND (c.created_at, c.id) < ($3::timestamptz, $4::uuid)' : ''}
      ORDER BY c.created_at DESC, c.id DESC LIMIT ${size}`,
    values: [viewer.id, id, ...(after ? [after.at, after.id] : [])],
  });
  const words = fromJson(story.transcriptWords) ?? [];
  const toReceived = (received: ReceivedRow) => {
    const {
      userId,
      username,
      photo,
      startMs,
      endMs,
      text,
      headword: _,
      headwordKey: _key,
      ...row
    } = received;
    const range = state === 'open' ? (placeProposal(words, received)?.range ?? null) : null;
    return {
      ...row,
      ...((range && toSpan(words, range)) ?? { startMs, endMs }),
      person: toProfileSummary({ id: userId, username, photo }),
      text: range ? toRangeText(words, range) : text,
      isOutdated: state === 'open' && range === null,
    };
  };
  return toPage(rows, limit, toReceived, (row) => [row.createdAt.getTime(), row.id]);
}
