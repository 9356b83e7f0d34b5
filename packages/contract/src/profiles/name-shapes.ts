/** Letters that look like one or more of ours, apart from those that compatibility forms (NFKD) make one of them. */
const lookAlikes: readonly (readonly [like: string, letters: string])[] = [
  ['АΑᴀɑα', 'a'],
  ['ВΒʙ', 'b'],
  ['Сᴄϲ', 'c'],
  ['ԁᴅđ', 'd'],
  ['ЕΕᴇ', 'e'],
  ['ɡɢ', 'g'],
  ['НΗһʜ', 'h'],
  ['ІΙıɪι', 'i'],
  ['Јᴊ', 'j'],
  ['КΚᴋκ', 'k'],
  ['ʟłӏ', 'l'],
  ['МΜᴍ', 'm'],
  ['Νɴ', 'n'],
  ['ОΟᴏøσ', 'o'],
  ['РΡᴘρ', 'p'],
  ['ʀ', 'r'],
  ['Ѕꜱ', 's'],
  ['ТΤᴛτ', 't'],
  ['ᴜυ', 'u'],
  ['ᴠν', 'v'],
  ['ԝᴡ', 'w'],
  ['ХΧ', 'x'],
  ['УΥʏγ', 'y'],
  ['Ζᴢ', 'z'],
];

const latin = new Map(
  lookAlikes.flatMap(([like, letter]) =>
    Array.from(like).flatMap((each) => [
      [each, letter] as const,
      [each.toLowerCase(), letter] as const,
      [each.toUpperCase(), letter] as const,
    ]),
  ),
);

const toLatin = (name: string): string =>
  Array.from(name, (character) => latin.get(character) ?? character).join('');

/** The form of `name_shape` in the database, by which it finds the names of members. */
const squeeze = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toLowerCase()
    .replaceAll(/[i1]/g, 'l')
    .replaceAll('0', 'o');

/**
 * Returns what a name looks like at a glance: without case, accents, separators and characters that show nothing, with
 * the letters and digits that are drawn alike as one, in our alphabet. Empty for a name that looks like none of it.
 */
export const toNameShape = (name: string): string => squeeze(toLatin(name.normalize('NFKD')));

/** Returns the forms in which a name may be that of a member: as it looks, and as it is spelt. */
export const listNameShapes = (name: string): readonly string[] =>
  [...new Set([toNameShape(name), squeeze(name)])].filter((shape) => shape !== '');

const toShapes = (names: string): ReadonlySet<string> => new Set(names.split(' ').map(toNameShape));

/** Words that nobody but the team may bear as a part of their name. */
const teamWords = toShapes(
  'admin admins administrador administradora administradores administracion administrator moderador moderadora ' +
    'moderadores moderacion moderator operador operadora oficial soporte staff relato',
);

/** Whole names by which the team or the machinery could speak. */
const teamNames = toShapes(
  'ayuda help support equipo team sistema system official seguridad security root superusuario superuser webmaster ' +
    'postmaster hostmaster abuse noreply notificaciones privacidad',
);

/** Names that the app gives to those who have none, and words of its addresses. */
const placeholders = toShapes(
  'visitante visitantes anonimo anonima anonymous invitado invitada guest usuario usuaria user eliminado null undefined ' +
    'api feed www todos nadie',
);

const brand = toNameShape('relato');

/** Returns whether a name could be taken for that of the team: its parts count, whatever stands around them. */
export function isTeamName(name: string): boolean {
  const whole = toNameShape(name);
  if (whole.startsWith(brand) || teamNames.has(whole)) return true;
  if (whole.endsWith(brand) && teamWords.has(whole.slice(0, -brand.length))) return true;
  // A number behind a word does not make it another one.
  const parts = name.normalize('NFKD').split(/[^\p{L}\p{M}\p{N}]+/u);
  return [name.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ''), ...parts].some((part) =>
    teamWords.has(toNameShape(part.replace(/\d+$/, ''))),
  );
}

/** Returns whether the app itself uses a name for those who have none. */
export const isPlaceholder = (name: string): boolean => placeholders.has(toNameShape(name));
