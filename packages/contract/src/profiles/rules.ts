import { defaults } from '../text/defaults.ts';
import { limits } from '../limits.ts';
import { checkOptionalText, countCharacters } from '../text/rules.ts';
import { isPlaceholder, isTeamName } from './name-shapes.ts';

// Letters of Spanish, digits and . _ - only: they can be typed, read aloud and not be confused with another name.
const usernamePattern = /^[a-zA-Z0-9áéíóúüñÁÉÍÓÚÜÑ._-]+$/;

/** Returns why a text cannot be a username. Spaces around it do not count. */
export function checkUsername(
  username: string,
): 'USERNAME_REQUIRED' | 'USERNAME_TOO_SHORT' | 'USERNAME_TOO_LONG' | 'USERNAME_INVALID' | null {
  const name = username.trim();
  const length = countCharacters(name);
  if (length === 0) return 'USERNAME_REQUIRED';
  if (length < limits.username.minLength) return 'USERNAME_TOO_SHORT';
  if (length > limits.username.maxLength) return 'USERNAME_TOO_LONG';
  return usernamePattern.test(name) ? null : 'USERNAME_INVALID';
}

// The address of a profile ends with the name, and programs go by how an address ends.
const fileEnding =
  /\.(?:xml|json|mp[34]|m4a|ogg|opus|wav|webm|txt|html?|xhtml|js|mjs|css|png|jpe?g|gif|svg|webp|avif|ico|pdf|zip|rss|atom|srt|vtt|php|map|csv|webmanifest)$/i;

/**
 * Returns why a username is refused to a user who chooses it. Those who have a reserved one since before keep it, so
 * addresses are read by `checkUsername`.
 */
export function checkNewUsername(username: string): ReturnType<typeof checkUsername> | 'USERNAME_RESERVED' {
  const refused = checkUsername(username);
  if (refused) return refused;
  const name = username.trim();
  return isTeamName(name) || isPlaceholder(name) || fileEnding.test(name) ? 'USERNAME_RESERVED' : null;
}

/** Returns why what a user writes about themselves is refused. Empty is nothing. */
export const checkAbout = (about: string) =>
  checkOptionalText(about, limits.about.maxLength, 'ABOUT_TOO_LONG');

/**
 * Returns the display name with the fallbacks of the specification. The local part of the e-mail is visible to its
 * owner only.
 */
export function toDisplayName(names: {
  readonly username: string | null;
  readonly fullName: string | null;
  readonly email: string | null;
}): string {
  return names.username ?? names.fullName ?? names.email?.split('@')[0] ?? defaults.userName;
}
