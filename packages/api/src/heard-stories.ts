/**
 * SQL for whether the story `s` is public, a visible reply, or shared with the user whose id is the expression `user`. Lists
 * need only this part of `canSee`. A block may still hide the story.
 */
export const isOpenTo = (user: string): string =>
  `(s.hidden_at IS NULL AND (s.published OR ${isForUser(user)}))`;

/**
 * SQL for whether the user may hear the story `s`, unless it is hidden: it is shared with them, or a reply that follows a
 * story they may hear.
 */
export const isForUser = (user: string): string => `CASE WHEN s.origin_kind = 'reply'
  THEN is_heard_reply(${user}, s.origin_id, s.user_id, s.is_let_in) ELSE coalesce(s.shared_with_id = ${user}, false) END`;

/**
 * SQL for whether everybody without a block may hear the story `s`, or could until it was hidden: a published one, or an
 * approved reply to a public one. Moderators act on these, and on others only in a review.
 */
export const isHeardByAll = `(s.published OR s.is_let_in AND CASE WHEN s.hidden_at IS NULL
  THEN is_heard_reply(NULL, s.origin_id, s.user_id, true) ELSE s.hidden_version IS NOT NULL END)`;

/** SQL for whether the viewer ($1), also as a moderator, may see a story that is not shared with a single user. */
export const isInSight = (story: string): string =>
  `(may_see_story($1::uuid, NULL, ${story}.user_id, ${story}.published, ${story}.hidden_at) AND NOT are_blocked($1::uuid, ${story}.user_id))`;
