import { retention } from '@relato/contract';
import { isHeardByAll } from '../heard-stories.ts';

/**
 * SQL for the reports through which the moderator in `parameter` sees the unpublished story `s`: the queue assigned them its
 * case, which is open, and the reports are by others and recent. They hold the version that was public then. Excludes
 * stories of administrators. A report without an account counts only if its network is known.
 */
export const openingReports = (parameter: string): string => `FROM reports rp
    WHERE rp.story_id = s.id AND rp.status = 'reviewing' AND rp.moderator_id = ${parameter}::uuid
      AND rp.assigned_to = ${parameter}::uuid AND num_nulls(rp.reporter_user_id, rp.reporter_network) < 2
      AND rp.title IS NOT NULL
      AND rp.created_at > statement_timestamp() - interval '${retention.reportedText.hours} hours'
      AND NOT EXISTS (SELECT FROM users au WHERE au.id = s.user_id AND au.role = 'administrator')`;

/**
 * SQL for whether the moderator in `parameter` reviews the story `s`, which waits for approval, in which case they see its
 * current version.
 */
export const isWaitingFor = (
  parameter: string,
): string => `(NOT s.published AND s.waiting_since IS NOT NULL AND (s.hidden_at IS NULL OR s.hidden_with_author) AND EXISTS (
    SELECT FROM reports wr WHERE wr.story_id = s.id AND wr.reason = 'first' AND wr.status = 'reviewing'
      AND wr.moderator_id = ${parameter}::uuid))`;

/**
 * SQL for whether the moderator in `parameter` sees the unpublished story: in a review, or as a current or former public
 * reply.
 */
export const isInReview = (parameter: string): string => `CASE WHEN s.published THEN false
  ELSE ${isHeardByAll} OR ${isWaitingFor(parameter)} OR EXISTS (SELECT ${openingReports(parameter)}) END AS is_in_review`;

/** A version of a story that was public, and is all that a moderator sees. */
export interface PublicVersion {
  readonly title: string;
  readonly transcript: string | null;
  readonly tags: readonly string[];
}

/** SQL for the title of the hidden story `s` at the decision. */
export const decidedTitle = `coalesce((SELECT n.subject FROM notices n
    WHERE n.story_id = s.id AND n.kind = 'story_hidden' AND n.lifted_at IS NULL
    ORDER BY n.created_at DESC LIMIT 1), '')`;

/**
 * SQL for the version of a hidden story that moderators see. NULL stands for the current story, which they see once its
 * author has appealed; later changes are private before that. Without a version, it has only the title of the decision.
 */
export const hiddenVersion = `CASE WHEN EXISTS (
    SELECT FROM notices n JOIN appeals a ON a.notice_id = n.id
    WHERE n.story_id = s.id AND n.kind = 'story_hidden' AND n.lifted_at IS NULL AND a.status = 'open'
  ) THEN NULL ELSE coalesce(s.hidden_version, jsonb_build_object('transcript', NULL, 'tags', '[]'::jsonb, 'title', ${decidedTitle})) END`;

/** SQL for the version of the story `s` that the moderator in `parameter` sees, or NULL for the current story. */
export const shownVersion = (parameter: string): string => `CASE
  WHEN ${isWaitingFor(parameter)} THEN jsonb_build_object('title', s.title, 'transcript', s.transcript, 'tags', s.tags)
  WHEN NOT ${isHeardByAll} THEN (
    SELECT jsonb_build_object('title', rp.title, 'transcript', rp.transcript, 'tags', rp.tags)
    ${openingReports(parameter)} ORDER BY rp.created_at DESC LIMIT 1)
  WHEN s.hidden_at IS NOT NULL THEN ${hiddenVersion} END AS shown`;
