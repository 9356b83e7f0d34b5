type Name = string | null | undefined;

/** The background and text of an avatar, as classes. */
export const avatarTones = [
  'bg-avatar-1 text-on-avatar',
  'bg-avatar-2 text-on-avatar',
  'bg-avatar-3 text-on-avatar',
  'bg-avatar-4 text-on-avatar',
  'bg-avatar-5 text-on-avatar',
  'bg-avatar-6 text-on-avatar',
] as const;

/** Returns the uppercase first letter of the username, else of the e-mail, else U. */
export function avatarLetter(username: Name, email: Name): string {
  const name = username?.trim() || email?.trim() || 'U';
  const [first = 'U'] = name;
  return first.toLocaleUpperCase('es');
}

/** Returns a number from 0 to `count - 1` that is always the same for a name, ignoring case. */
export function avatarTone(name: string, count: number): number {
  // FNV-1a with a final mix, so that short names that differ in one letter end up far apart.
  let hash = 0x811c9dc5;
  for (const letter of name.toLocaleLowerCase('es'))
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) % count;
}
