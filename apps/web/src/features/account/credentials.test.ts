import { checkSignInPassword } from '@relato/contract/account/rules';
import { isErrorCode } from '@relato/contract/errors';
import { formFields, toVerdict } from '@relato/contract/testing/form-fields';
import { drawTexts } from '@relato/contract/testing/texts';
import { describe, expect, it } from 'vitest';
import { errorText } from '../../messages/errors.ts';
import { checkCredentials, fieldOf } from './use-account-form.ts';

describe('checkCredentials', () => {
  it('L271: refuses a password under six characters, counting spaces', () => {
    expect(checkCredentials({ password: '12345' })).toEqual({ password: errorText.PASSWORD_TOO_SHORT });
    expect(checkCredentials({ password: '1 2 3 ' })).toEqual({});
  });

  it('requires the current password, and the confirmation word in any case, when they are asked for', () => {
    expect(checkCredentials({ currentPassword: '', confirmation: 'borrar' })).toEqual({
      currentPassword: errorText.PASSWORD_REQUIRED,
      confirmation: errorText.CONFIRMATION_REQUIRED,
    });
    expect(checkCredentials({ currentPassword: 'x', confirmation: ' Eliminar ' })).toEqual({});
  });
});

describe('fieldOf', () => {
  it('returns the field of a refusal, and null for other codes', () => {
    expect(fieldOf('USERNAME_TAKEN')).toBe('username');
    expect(fieldOf('PASSWORD_COMMON')).toBe('password');
    expect(fieldOf('PASSWORD_WRONG')).toBe('currentPassword');
    expect(fieldOf('EMAIL_INVALID')).toBe('email');
    expect(fieldOf('EMAIL_NOT_CONFIRMED')).toBeNull();
    expect(fieldOf('INVALID_CREDENTIALS')).toBeNull();
  });
});

describe('the forms of accounts', () => {
  const fields = new Set(['username', 'email', 'currentPassword', 'password', 'confirmation']);
  const ofAccounts = formFields.filter(({ field }) => fields.has(field));

  it.each(ofAccounts)('refuse what the server refuses: $form, $field', ({ form, field, bounds, ...sent }) => {
    const checks = form === 'sign in' ? { password: checkSignInPassword } : {};
    const texts = drawTexts(bounds, 100);
    const shown = texts.map((typed) => Object.entries(checkCredentials({ [field]: typed }, checks)));
    const expected = texts.map((typed) => {
      const code = toVerdict(sent.input, sent.toInput(typed));
      return isErrorCode(code) ? [[field, errorText[code]]] : [];
    });
    expect(shown).toEqual(expected);
  });
});
