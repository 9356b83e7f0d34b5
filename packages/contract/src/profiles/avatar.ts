type Name = string | null | undefined;

/** Returns the path of a user's picture on this server. */
export const toPhotoPath = (photo: string, size: 'small' | 'large'): string => `/photo/${photo}-${size}.webp`;

/** The backgrounds of avatars, which the style sheet of the web repeats as `--color-avatar-1` and so on. */
export const avatarColors = ['#8a5a2b', '#2f6f62', '#7a3b69', '#35598a', '#9a3c4a', '#5d6b22'] as const;

/** Returns the uppercase first letter of the username, else of the e-mail, else U. */
export function avatarLetter(username: Name, email: Name): string {
  const name = username?.trim() || email?.trim() || 'U';
  const [first = 'U'] = name;
  return first.toLocaleUpperCase('es');
}

/** Returns a stable number from 0 to `count - 1` for a name, ignoring case. */
export function avatarTone(name: string, count: number): number {
  // FNV-1a with a final mix separates short names that differ in one letter.
  let hash = 0x811c9dc5;
  for (const letter of name.toLocaleLowerCase('es'))
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) % count;
}
