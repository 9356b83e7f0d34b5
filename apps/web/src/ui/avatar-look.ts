type Name = string | null | undefined;

/** The uppercase first letter of the username, else of the e-mail, else U. */
export function avatarLetter(username: Name, email: Name): string {
  const name = username?.trim() || email?.trim() || 'U';
  const [first = 'U'] = name;
  return first.toLocaleUpperCase('es');
}

/** A number from 0 to `count - 1` that is always the same for a name, whatever its case. */
export function avatarTone(name: string, count: number): number {
  let hash = 0;
  for (const letter of name.toLocaleLowerCase('es'))
    hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return hash % count;
}
