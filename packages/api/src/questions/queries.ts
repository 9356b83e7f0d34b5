import { hashToken } from '@relato/auth';
import {
  DomainError,
  limits,
  type AskedQuestion,
  type OwnQuestion,
  type Page,
  type QuestionState,
  type UserId,
} from '@relato/contract';
import { isBlockedWith } from '../blocks/queries.ts';
import { isOpenTo } from '../heard-stories.ts';
import { isShown } from '../profiles/name-queries.ts';
import { toProfileSummary } from '../profiles/summary-queries.ts';
import type { Services, Viewer } from '../rpc/context.ts';
import { toPage, toPageStatement, toPlaceInTime, type PageRequest } from '../rpc/cursor.ts';

const { maxAnswers } = limits.question;

/** SQL for whether the asker, the viewer ($1), may hear the answer `s`. */
export const isHeardByAsker = `(${isOpenTo('$1::uuid')}
  AND NOT ${isBlockedWith('$1::uuid', 's.user_id')})`;

/** SQL for the state of the link of the question `q`. Answers that its asker may not hear count too. */
const state = `CASE WHEN q.withdrawn_at IS NOT NULL THEN 'withdrawn' WHEN q.expires_at <= statement_timestamp() THEN 'expired'
  WHEN CASE WHEN q.is_once THEN 1 ELSE ${maxAnswers} END
    <= (SELECT count(*) FROM stories a WHERE a.question_id = q.id) THEN 'answered' ELSE 'open' END AS state`;

interface AskedRow {
  readonly id: UserId;
  readonly username: string;
  readonly photo: string | null;
  readonly text: string;
  readonly state: QuestionState;
}

/**
 * Returns the question of a link. Throws QUESTION_NOT_FOUND, also for the link of a suspended user or if there is a block
 * between them and the viewer, and QUESTION_WITHDRAWN, QUESTION_EXPIRED or QUESTION_ANSWERED if the link is no longer valid.
 */
export async function requireQuestionByLink(
  { database }: Services,
  viewer: Viewer | null,
  token: string,
): Promise<AskedQuestion> {
  const [row] = await database.sql<AskedRow>({
    name: 'question-by-link',
    text: `SELECT p.id, p.username::text AS username, p.photo_id AS photo, q.text, ${state}
      FROM questions q JOIN profiles p ON p.id = q.user_id JOIN users u ON u.id = q.user_id
      WHERE q.token_key = $2 AND ${isShown} AND NOT ${isBlockedWith('$1::uuid', 'q.user_id')}`,
    values: [viewer?.id ?? null, hashToken(token)],
  });
  if (!row) throw new DomainError('QUESTION_NOT_FOUND');
  if (row.state !== 'open') throw new DomainError(refusals[row.state]);
  return { text: row.text, asker: toProfileSummary(row) };
}

const refusals = {
  withdrawn: 'QUESTION_WITHDRAWN',
  expired: 'QUESTION_EXPIRED',
  answered: 'QUESTION_ANSWERED',
} as const;

/** Lists the questions of the viewer, newest first. */
export async function listMyQuestions(
  { database }: Services,
  viewer: Viewer,
  { cursor, limit }: PageRequest,
): Promise<Page<OwnQuestion>> {
  const { name, size } = toPageStatement(cursor ? 'questions-next' : 'questions', limit);
  const after = toPlaceInTime(cursor);
  const rows = await database.sql<OwnQuestion>({
    name,
    text: `SELECT q.id, q.text, q.is_once AS "isOnce", q.created_at AS "createdAt", q.expires_at AS "expiresAt", ${state},
        (SELECT count(*)::int FROM stories s WHERE s.question_id = q.id AND ${isHeardByAsker}) AS "answersCount"
      FROM questions q WHERE q.user_id = $1::uuid
        ${after ? 'AND (q.created_at, q.id) < ($2::timestamptz, $3::uuid)' : ''}
      ORDER BY q.created_at DESC, q.id DESC LIMIT ${size}`,
    values: [viewer.id, ...(after ? [after.at, after.id] : [])],
  });
  return toPage(
    rows,
    limit,
    (row) => row,
    (row) => [row.createdAt.getTime(), row.id],
  );
}
