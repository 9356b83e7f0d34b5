/** SQL for whether a row of `former_usernames f` is still held for its former owner. */
export const isHeld = '(f.held_until IS NULL OR f.held_until > now())';

/** SQL for the id of the user who has a username, or else for whom it is held. Null if there is none. */
export const bearerOf = (name: string): string => `coalesce(
        (SELECT id FROM profiles WHERE username = ${name}::citext),
        (SELECT f.user_id FROM former_usernames f WHERE f.username = ${name}::citext AND ${isHeld}))`;

/** Returns whether the address of a profile has another name than its user, ignoring case. */
export const isFormerName = (name: string, username: string): boolean =>
  name.trim().toLowerCase() !== username.toLowerCase();

/** SQL for whether others may find the user of a row of `profiles p` and `users u`. */
export const isShown = 'p.username IS NOT NULL AND u.suspended_at IS NULL';
