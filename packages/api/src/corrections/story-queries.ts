import {
  limits,
  placeProposal,
  type Explanation,
  type KeptSpan,
  type Region,
  type Story,
  type TranscriptWord,
  type UserId,
} from '@relato/contract';
import { isBlockedWith, isShownTo } from '../blocks/queries.ts';
import { toProfileSummary } from '../profiles/summary-queries.ts';

const { maxCounted, maxThanked } = limits.corrections;

/** A row of `correctionColumns`. */
export interface CorrectionsRow {
  readonly carers: readonly string[];
  /** Null for all but the author. */
  readonly waiting: number | null;
  readonly listeners_decide: boolean;
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
  ) AS carers, s.listeners_decide`;

/** SQL for whether the viewer ($1), the author of the story, sees the correction `c`. */
export const isShownCorrection = `${isShownTo('$1::uuid', 'c.user_id')}
  AND NOT EXISTS (SELECT FROM users u WHERE u.id = c.user_id AND u.suspended_at IS NOT NULL)`;

/** SQL for the columns of the corrections of the story `s` for the viewer ($1), or for a visitor. */
export const correctionColumns = {
  viewer: `${toCarers(`AND NOT ${isBlockedWith('$1::uuid', 'c.user_id')}`)},
    ${listExplanations(`AND (s.user_id = $1::uuid OR ${isShownTo('$1::uuid', 'c.user_id')})`, 'c.user_id = $1::uuid')},
    CASE WHEN s.user_id = $1::uuid THEN (SELECT count(*)::integer FROM (
      SELECT FROM corrections c WHERE c.story_id = s.id AND c.state = 'open' AND ${isShownCorrection} LIMIT ${maxCounted}) AS c) END AS waiting`,
  visitor: `${toCarers('')}, ${listExplanations('')}, NULL::integer AS waiting`,
} as const;

export function toStoryCorrections(
  { carers, waiting, listeners_decide: listenersDecide, explanations: rows }: CorrectionsRow,
  words: readonly TranscriptWord[] | null,
): Pick<Story, 'carers' | 'corrections' | 'explanations'> {
  const explanations = toExplanations(words ?? [], rows);
  const usernames = carers.slice(0, maxThanked);
  return {
    carers: usernames.length === 0 ? null : { usernames, others: carers.length - usernames.length },
    corrections: waiting === null ? null : { waiting, listenersDecide },
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
