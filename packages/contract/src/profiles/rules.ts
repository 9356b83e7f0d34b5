import { defaults } from '../text/defaults.ts';
import { limits } from '../limits.ts';
import { checkOptionalText, countCharacters } from '../text/rules.ts';
import { isPlaceholder, isTeamName } from './name-shapes.ts';

// Allows only Spanish letters, digits and . _ -, which can be typed, read aloud and distinguished from other names.
const usernamePattern = /^[a-zA-Z0-9áéíóúüñÁÉÍÓÚÜÑ._-]+$/;

/** Returns why a text cannot be a username. Ignores spaces around it. */
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

// The address of a profile ends with the name, and programs interpret the ending of an address.
const fileEnding =
  /\.(?:xml|json|mp[34]|m4a|ogg|opus|wav|webm|txt|html?|xhtml|js|mjs|css|png|jpe?g|gif|svg|webp|avif|ico|pdf|zip|rss|atom|srt|vtt|php|map|csv|webmanifest)$/i;

/** Returns why a user cannot choose a username. Users keep reserved names from before, so `checkUsername` reads addresses. */
export function checkNewUsername(username: string): ReturnType<typeof checkUsername> | 'USERNAME_RESERVED' {
  const refused = checkUsername(username);
  if (refused) return refused;
  const name = username.trim();
  return isTeamName(name) || isPlaceholder(name) || fileEnding.test(name) ? 'USERNAME_RESERVED' : null;
}

/** Returns why the text of a user about themselves is refused. It may be empty. */
export const checkAbout = (about: string) =>
  checkOptionalText(about, limits.about.maxLength, 'ABOUT_TOO_LONG');

/** Returns the display name with the fallbacks of the specification. Only its owner sees the local part of the e-mail. */
export function toDisplayName(names: {
  readonly username: string | null;
  readonly fullName: string | null;
  readonly email: string | null;
}): string {
  return names.username ?? names.fullName ?? names.email?.split('@')[0] ?? defaults.userName;
}
