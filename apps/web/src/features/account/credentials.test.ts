import { describe, expect, it } from 'vitest';
import { errorText } from '../../messages/errors.ts';
import { checkCredentials, fieldOf } from './credentials.ts';

describe('checkCredentials', () => {
  it('accepts what the server may accept', () => {
    expect(checkCredentials({ username: ' ana ', email: ' ana@ejemplo.com ', password: '123456' })).toEqual(
      {},
    );
  });

  it.each([
    ['   ', errorText.USERNAME_REQUIRED],
    ['an ', errorText.USERNAME_TOO_SHORT],
    ['a'.repeat(25), errorText.USERNAME_TOO_LONG],
  ])('refuses the username "%s"', (username, text) => {
    expect(checkCredentials({ username })).toEqual({ username: text });
  });

  it.each(['', 'ana', 'ana@ejemplo', 'ana maria@ejemplo.com'])('refuses the e-mail "%s"', (email) => {
    expect(checkCredentials({ email })).toEqual({ email: errorText.EMAIL_INVALID });
  });

  it('L271: refuses a password under six characters, and counts its spaces', () => {
    expect(checkCredentials({ password: '12345' })).toEqual({ password: errorText.PASSWORD_TOO_SHORT });
    expect(checkCredentials({ password: '1 2 3 ' })).toEqual({});
  });

  it('wants the present password, and the word in any case, where it asks for them', () => {
    expect(checkCredentials({ currentPassword: '', confirmation: 'borrar' })).toEqual({
      currentPassword: errorText.PASSWORD_REQUIRED,
      confirmation: errorText.CONFIRMATION_REQUIRED,
    });
    expect(checkCredentials({ currentPassword: 'x', confirmation: ' Eliminar ' })).toEqual({});
  });

  it('asks nothing about fields that the form does not have', () => {
    expect(checkCredentials({})).toEqual({});
  });
});

describe('fieldOf', () => {
  it('knows the field of a refusal, and that others have none', () => {
    expect(fieldOf('USERNAME_TAKEN')).toBe('username');
    expect(fieldOf('PASSWORD_COMMON')).toBe('password');
    expect(fieldOf('PASSWORD_WRONG')).toBe('currentPassword');
    expect(fieldOf('EMAIL_INVALID')).toBe('email');
    expect(fieldOf('EMAIL_NOT_CONFIRMED')).toBeNull();
    expect(fieldOf('INVALID_CREDENTIALS')).toBeNull();
  });
});
