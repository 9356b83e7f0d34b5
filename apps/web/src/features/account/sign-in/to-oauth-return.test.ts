import { expect, it } from 'vitest';
import { signInText } from '../../../messages/account/sign-in.ts';
import { errorText } from '../../../messages/errors.ts';
import { toOauthReturn } from './to-oauth-return.ts';

it('welcomes the user, and says what to do next', () => {
  expect(toOauthReturn('#auth=signed-in.google')).toEqual({
    toast: { title: signInText.welcome, tone: 'plain' },
    changesSession: true,
    asksForPassword: false,
  });
  expect(toOauthReturn('#auth=confirm-email.facebook')?.toast.text).toBe(signInText.oauth.confirmEmail);
  expect(toOauthReturn('#auth=linked.facebook')?.toast.text).toBe('Ya puedes entrar con Facebook.');
});

it('L356: says that signing in with this provider failed, if nothing more is known', () => {
  for (const code of ['OAUTH_FAILED', 'INTERNAL']) {
    expect(toOauthReturn(`#auth=${code}.google`)?.toast).toEqual({
      title: 'Error',
      text: 'Error al iniciar sesión con Google',
      tone: 'destructive',
    });
    expect(toOauthReturn(`#auth=${code}.facebook`)?.toast.text).toBe('Error al iniciar sesión con Facebook');
  }
});

it('shows the message of any other error', () => {
  expect(toOauthReturn('#auth=OAUTH_DENIED.google')).toMatchObject({
    toast: { text: errorText.OAUTH_DENIED },
    changesSession: false,
    asksForPassword: false,
  });
  expect(toOauthReturn('#auth=OAUTH_EMAIL_IN_USE.google')?.asksForPassword).toBe(true);
});

it.each([
  '',
  '#auth=',
  '#auth=signed-in',
  '#auth=signed-in.github',
  '#auth=x.google',
  '#auth=<b>.google',
  '#auth=toString.google',
])('ignores the forged fragment %j', (hash) => {
  expect(toOauthReturn(hash)).toBeNull();
});
