/** Letters that look like one or more of ours, except those that compatibility forms (NFKD) already map to ours. */
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

/** Equals `name_shape` in the database, by which it finds the names of members. */
const squeeze = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toLowerCase()
    .replaceAll(/[i1]/g, 'l')
    .replaceAll('0', 'o');

/**
 * Returns the look of a name: without case, accents, separators and invisible characters, with letters and digits that look
 * alike mapped to one of our alphabet. Empty for a name without such letters.
 */
export const toNameShape = (name: string): string => squeeze(toLatin(name.normalize('NFKD')));

/** Returns the forms of a name by which a member may be meant: its look and its spelling. */
export const listNameShapes = (name: string): readonly string[] =>
  [...new Set([toNameShape(name), squeeze(name)])].filter((shape) => shape !== '');

const toShapes = (names: string): ReadonlySet<string> => new Set(names.split(' ').map(toNameShape));

/** Words that only the team may use as a part of a name. */
const teamWords = toShapes(
  'admin admins administrador administradora administradores administracion administrator moderador moderadora ' +
    'moderadores moderacion moderator operador operadora oficial soporte staff relato',
);

/** Whole names that only the team or the software may use. */
const teamNames = toShapes(
  'ayuda help support equipo team sistema system official seguridad security root superusuario superuser webmaster ' +
    'postmaster hostmaster abuse noreply notificaciones privacidad',
);

/** Names that the app shows for missing ones, and words of its addresses. */
const placeholders = toShapes(
  'visitante visitantes anonimo anonima anonymous invitado invitada guest usuario usuaria user eliminado null undefined ' +
    'api feed www todos nadie',
);

const brand = toNameShape('relato');

/** Returns whether a name resembles that of the team. Each of its parts counts, whatever surrounds it. */
export function isTeamName(name: string): boolean {
  const whole = toNameShape(name);
  if (whole.startsWith(brand) || teamNames.has(whole)) return true;
  if (whole.endsWith(brand) && teamWords.has(whole.slice(0, -brand.length))) return true;
  // A number at the end of a word does not make it another word.
  const parts = name.normalize('NFKD').split(/[^\p{L}\p{M}\p{N}]+/u);
  return [name.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ''), ...parts].some((part) =>
    teamWords.has(toNameShape(part.replace(/\d+$/, ''))),
  );
}

/** Returns whether the app shows this name for a missing one. */
export const isPlaceholder = (name: string): boolean => placeholders.has(toNameShape(name));
