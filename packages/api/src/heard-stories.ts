/**
 * SQL for whether the story `s` is public, a reply to one that is, or for a user alone whose id is an expression: the part of `canSee` that lists need. A
 * block may hide it all the same.
 */
export const isOpenTo = (user: string): string =>
  `(s.hidden_at IS NULL AND (s.published OR ${isForUser(user)}))`;

/** SQL for whether the story `s`, unless it is hidden, is for a user alone, or a reply that they may hear after its story. */
export const isForUser = (user: string): string => `CASE WHEN s.origin_kind = 'reply'
  THEN is_heard_reply(${user}, s.origin_id, s.user_id, s.is_let_in) ELSE coalesce(s.shared_with_id = ${user}, false) END`;

/**
 * SQL for whether all, unless a block comes between, may hear the story `s`, or could until it was hidden: a published one, or a reply
 * that is let in to a public one. Moderators work on those, and on others only in a review.
 */
export const isHeardByAll = `(s.published OR s.is_let_in AND CASE WHEN s.hidden_at IS NULL
  THEN is_heard_reply(NULL, s.origin_id, s.user_id, true) ELSE s.hidden_version IS NOT NULL END)`;

/** SQL for whether the viewer ($1), even if they are a moderator, may see a story that is for nobody alone. */
export const isInSight = (story: string): string =>
  `(may_see_story($1::uuid, NULL, ${story}.user_id, ${story}.published, ${story}.hidden_at) AND NOT are_blocked($1::uuid, ${story}.user_id))`;
