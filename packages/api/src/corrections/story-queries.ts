import {
  limits,
  placeProposal,
  type Explanation,
  type KeptSpan,
  type Region,
  type Story,
  type StoryId,
  type TranscriptWord,
  type UserId,
} from '@relato/contract';
import { isBlockedWith, isShownTo } from '../blocks/queries.ts';
import { toProfileSummary } from '../profiles/summary-queries.ts';
import type { Services, Viewer } from '../rpc/context.ts';

const { maxCounted, maxThanked } = limits.corrections;

interface CorrectionsRow {
  readonly carers: readonly string[];
  /** The number of open proposals that the viewer is shown. */
  readonly waiting: number;
  readonly explanations: readonly ExplanationRow[];
}

interface ExplanationRow extends KeptSpan {
  readonly id: string;
  readonly headword: string;
  readonly headwordKey: string;
  readonly explanation: string;
  readonly regions: readonly Region[];
  readonly isOpen: boolean;
  readonly userId: UserId;
  readonly username: string | null;
  readonly photo: string | null;
}

/** SQL for whether the user of the explanation `c` of the story `s` may be shown. */
export const isShownExplainer = `NOT EXISTS (SELECT FROM users u WHERE u.id = c.user_id AND u.suspended_at IS NOT NULL)
  AND NOT ${isBlockedWith('s.user_id', 'c.user_id')}`;

/** SQL for the accepted explanations of the story `s`, and for open ones if they are the viewer's own. */
const listExplanations = (isShown: string, isOwn = 'false'): string => `coalesce((
    SELECT json_agg(json_build_object('id', c.id, 'startMs', c.start_ms, 'endMs', c.end_ms, 'text', c.text, 'headword', c.headword, 'headwordKey', c.headword_key,
      'explanation', c.said, 'regions', c.regions, 'isOpen', c.state = 'open', 'userId', p.id, 'username', p.username, 'photo', p.photo_id)
      ORDER BY c.start_ms, c.created_at, c.id)
    FROM corrections c JOIN profiles p ON p.id = c.user_id WHERE c.story_id = s.id AND c.headword IS NOT NULL
      AND (c.state = 'accepted' AND ${isShownExplainer} ${isShown} OR c.state = 'open' AND ${isOwn})
  ), '[]') AS explanations`;

/**
 * SQL for the usernames of the last users whose corrections are in the text of the story `s`, without those whom its author
 * blocks.
 */
const toCarers = (isShown: string): string => `ARRAY(
    SELECT p.username::text FROM (
      SELECT c.user_id, c.decided_at FROM corrections c WHERE c.story_id = s.id AND c.state = 'accepted' AND c.user_id <> s.user_id
      ORDER BY c.created_at DESC, c.id DESC LIMIT ${maxCounted}
    ) AS c JOIN profiles p ON p.id = c.user_id JOIN users u ON u.id = c.user_id
    WHERE u.suspended_at IS NULL AND p.username IS NOT NULL AND NOT ${isBlockedWith('s.user_id', 'c.user_id')} ${isShown}
    GROUP BY p.id ORDER BY max(c.decided_at) DESC, p.id
  ) AS carers`;

/** SQL for whether the viewer ($1), the author of the story, sees the correction `c`. */
export const isShownCorrection = `${isShownTo('$1::uuid', 'c.user_id')}
  AND NOT EXISTS (SELECT FROM users u WHERE u.id = c.user_id AND u.suspended_at IS NOT NULL)`;

/** SQL for whether the story `s` has corrections or explanations, open ones too. Most stories have none. */
export const hasCorrections = 'EXISTS (SELECT FROM corrections c WHERE c.story_id = s.id)';

const columns = {
  viewer: `${toCarers(`AND NOT ${isBlockedWith('$1::uuid', 'c.user_id')}`)},
    ${listExplanations(
      // The author's later explanations of a hidden story are private, like later changes of its text.
      `AND (s.user_id = $1::uuid OR ${isShownTo('$1::uuid', 'c.user_id')} AND (s.hidden_at IS NULL OR c.decided_at <= s.hidden_at))`,
      'c.user_id = $1::uuid',
    )},
    (SELECT count(*)::integer FROM (
      SELECT FROM corrections c WHERE c.story_id = s.id AND c.state = 'open' AND ${isShownCorrection} LIMIT ${maxCounted}) AS c) AS waiting`,
  visitor: `${toCarers('')}, ${listExplanations('')}, 0 AS waiting`,
} as const;

/** What listeners did for the text of a story, as one viewer is shown it. */
export interface ListenersWork extends Pick<Story, 'carers' | 'explanations'> {
  /** The number of open proposals. */
  readonly waiting: number;
}

export const noListenersWork: ListenersWork = { carers: null, waiting: 0 };

/** Reads what listeners did for the text of a story with `words`. The caller has checked that the viewer may see the story. */
export async function readListenersWork(
  { database }: Pick<Services, 'database'>,
  viewer: Viewer | null,
  id: StoryId,
  words: readonly TranscriptWord[] | null,
): Promise<ListenersWork> {
  const [row] = await database.sql<CorrectionsRow>(
    viewer
      ? {
          name: 'story-corrections',
          text: `SELECT ${columns.viewer} FROM stories s WHERE s.id = $2::uuid`,
          values: [viewer.id, id],
        }
      : {
          name: 'story-corrections-visitor',
          text: `SELECT ${columns.visitor} FROM stories s WHERE s.id = $1::uuid`,
          values: [id],
        },
  );
  if (!row) return noListenersWork;
  const explanations = toExplanations(words ?? [], row.explanations);
  const usernames = row.carers.slice(0, maxThanked);
  return {
    carers: usernames.length === 0 ? null : { usernames, others: row.carers.length - usernames.length },
    waiting: row.waiting,
    ...(explanations.length > 0 && { explanations }),
  };
}

/** Returns the explanations whose words are in the text, in their order there. */
const toExplanations = (
  words: readonly TranscriptWord[],
  rows: readonly ExplanationRow[],
): readonly Explanation[] =>
  rows
    .flatMap(({ id, explanation, regions, isOpen, userId, username, photo, ...kept }): Explanation[] => {
      const placed = placeProposal(words, kept);
      if (!placed) return [];
      const { range, headword } = placed;
      const word = headword ?? kept.headword;
      const person = toProfileSummary({ id: userId, username, photo });
      return [{ id, range, word, explanation, regions, person, ...(isOpen && { isOpen: true }) }];
    })
    .toSorted((one, other) => one.range.from - other.range.from);
