import { describe, expect, it } from 'vitest';
import {
  checkConfirmation,
  checkCurrentPassword,
  checkEmail,
  checkPassword,
  checkSignInPassword,
  isPersonalPassword,
  toConfirmation,
  toMailbox,
  toMailboxOwner,
} from './rules.ts';

const addressOf = (length: number): string => `${'a'.repeat(length - 5)}@b.es`;

describe('checkEmail', () => {
  it.each([
    ' ana@ejemplo.com\n',
    ..."ana@ejemplo.com ANA.B@EJEMPLO.COM a.b.c@d.e.es a_b'c+d-e@x-y.museum o''neil@a.es".split(' '),
    ..."-@a.es +@a.es _@a.es 7@7.es '.'a@b.es z0Z9@z0-Z9.zZ a@b-.es".split(' '),
    addressOf(254),
  ])('accepts %j', (email) => {
    expect(checkEmail(email)).toBeNull();
  });

  it.each([
    '',
    'a b@c.es',
    ...'ana ana! ana!@ejemplo.com @b.es a@ a@b a@b..c a@b..es a@.es a@-b.es a@_b.es a@b_c.es'.split(' '),
    ..."a@b.c.e a@b.e a@b.e5 a@b.e-s a..b@c.es .a@b.es a.@b.es a'@b.es a@b@c.es a@b.es.".split(' '),
    ...'a@b.es,c@d.es ñ@b.es a@ñ.es a\u0000@b.es <a@b.es>'.split(' '),
    addressOf(255),
  ])('refuses %j', (email) => {
    expect(checkEmail(email)).toBe('EMAIL_INVALID');
  });

  it('ignores the spaces around an address', () => {
    expect(checkEmail(`  ${addressOf(254)}  `)).toBeNull();
  });
});

it('toMailbox returns one text for all spellings of an address', () => {
  expect([' Ana@Ejemplo.COM ', 'ana@ejemplo.com'].map(toMailbox)).toEqual([
    'ana@ejemplo.com',
    'ana@ejemplo.com',
  ]);
});

it('toMailboxOwner returns one text for all aliases of an address', () => {
  const addresses = ['Ana+1@ejemplo.com', 'ana+a+b@ejemplo.com', 'a.na@ejemplo.com', '+ana@ejemplo.com'];
  expect(addresses.map(toMailboxOwner)).toEqual([
    'ana@ejemplo.com',
    'ana@ejemplo.com',
    'a.na@ejemplo.com',
    '+ana@ejemplo.com',
  ]);
  for (const address of ['ana@gmail.com', 'A.n.a+x.y@googlemail.com'])
    expect(toMailboxOwner(address)).toBe('ana@gmail.com');
});

describe('checkPassword', () => {
  it('accepts 6 to 128 characters, spaces and emoji among them', () => {
    expect(checkPassword('12345')).toBe('PASSWORD_TOO_SHORT');
    expect(checkPassword('123456')).toBeNull();
    expect(checkPassword('1 2 3 ')).toBeNull();
    expect(checkPassword(' '.repeat(6))).toBeNull();
    expect(checkPassword('😀'.repeat(6))).toBeNull();
    expect(checkPassword('x'.repeat(128))).toBeNull();
    expect(checkPassword('😀'.repeat(128))).toBeNull();
    expect(checkPassword('x'.repeat(129))).toBe('PASSWORD_TOO_LONG');
  });

  it('counts an emoji as one character', () => {
    expect(checkPassword('😀😀😀')).toBe('PASSWORD_TOO_SHORT');
    expect(checkPassword('😀'.repeat(5))).toBe('PASSWORD_TOO_SHORT');
  });

  it('refuses half an emoji', () => {
    expect(checkPassword('12345\uD83D')).toBe('INVALID_INPUT');
  });
});

describe('isPersonalPassword', () => {
  const account = { username: 'Marisol_Ñ', email: 'Marisol.Vega@correo.example' };

  it.each([
    ...'marisol_ñ MARISOL_N marisol.vega Marisol.Vega@correo.example ＭＡＲＩＳＯＬ_Ñ marisol_ñ1999'.split(
      ' ',
    ),
    ...'*marisol_n* marisol.vega77 marisol_ñmarisol_ñ marisol_ñ12345 marisol_ñ😀😀😀😀😀'.split(' '),
  ])('is true for %j', (password) => {
    expect(isPersonalPassword(password, account)).toBe(true);
  });

  it.each(['marisol_ñ123456', 'marisol_ñ y el mango', 'marisol', 'correo.example', 'luna7'])(
    'is false for %j',
    (password) => {
      expect(isPersonalPassword(password, account)).toBe(false);
    },
  );

  it('allows a word that contains the one or two characters before the @ of an address', () => {
    expect(isPersonalPassword('caravana', { username: null, email: 'a@perez.es' })).toBe(false);
    expect(isPersonalPassword('jojoba', { username: null, email: 'jo@perez.es' })).toBe(false);
    expect(isPersonalPassword('anaana1', { username: null, email: 'ana@perez.es' })).toBe(true);
    expect(isPersonalPassword('a@perez.es', { username: null, email: 'a@perez.es' })).toBe(true);
  });

  it('looks for a username and for an address alone', () => {
    expect(isPersonalPassword('marisol_ñ', { ...account, email: null })).toBe(true);
    expect(isPersonalPassword('marisol.vega', { ...account, username: null })).toBe(true);
    expect(isPersonalPassword('ñandúes', { username: null, email: null })).toBe(false);
    expect(isPersonalPassword('ñandú', { username: '', email: '' })).toBe(false);
  });
});

describe('checkSignInPassword', () => {
  it('accepts every password that an account may have', () => {
    expect(checkSignInPassword('x')).toBeNull();
    expect(checkSignInPassword(' ')).toBeNull();
    expect(checkSignInPassword('😀'.repeat(128))).toBeNull();
  });

  it('refuses passwords that no account has', () => {
    expect(checkSignInPassword('')).toBe('INVALID_CREDENTIALS');
    expect(checkSignInPassword('x'.repeat(129))).toBe('INVALID_CREDENTIALS');
    expect(checkSignInPassword('\uD83D')).toBe('INVALID_CREDENTIALS');
  });
});

describe('checkCurrentPassword', () => {
  it('accepts every password that an account may have', () => {
    expect(checkCurrentPassword('x')).toBeNull();
    expect(checkCurrentPassword('x'.repeat(128))).toBeNull();
  });

  it('distinguishes a missing password from an impossible one', () => {
    expect(checkCurrentPassword('')).toBe('PASSWORD_REQUIRED');
    expect(checkCurrentPassword('x'.repeat(129))).toBe('PASSWORD_WRONG');
    expect(checkCurrentPassword('\uD83D')).toBe('PASSWORD_WRONG');
  });
});

describe('the confirmation of a deletion', () => {
  it.each(['ELIMINAR', 'eliminar', ' Eliminar\n'])('may be typed as %j', (typed) => {
    expect(toConfirmation(typed)).toBe('ELIMINAR');
    expect(checkConfirmation(toConfirmation(typed))).toBeNull();
  });

  it.each(['', 'borrar', 'ELIMINAR.', 'E LIMINAR'])('is not %j', (typed) => {
    expect(checkConfirmation(toConfirmation(typed))).toBe('CONFIRMATION_REQUIRED');
  });

  it('is sent in capitals', () => {
    expect(checkConfirmation('eliminar')).toBe('CONFIRMATION_REQUIRED');
    expect(checkConfirmation(' ELIMINAR')).toBe('CONFIRMATION_REQUIRED');
  });
});
