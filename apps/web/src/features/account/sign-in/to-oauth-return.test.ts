import { describe, expect, it } from 'vitest';
import { authText } from '../../../messages/auth.ts';
import { errorText } from '../../../messages/errors.ts';
import { toOauthReturn } from './to-oauth-return.ts';

describe('what a person who comes back from a provider is told', () => {
  it('is a welcome, and what there is to do', () => {
    expect(toOauthReturn('#auth=signed-in.google')).toEqual({
      toast: { title: authText.welcome, tone: 'plain' },
      changesSession: true,
      asksForPassword: false,
    });
    expect(toOauthReturn('#auth=confirm-email.facebook')?.toast.text).toBe(authText.oauth.confirmEmail);
    expect(toOauthReturn('#auth=linked.facebook')?.toast.text).toBe('Ya puedes entrar con Facebook.');
  });

  it('is that it failed with this provider, when there is nothing more to say', () => {
    for (const code of ['OAUTH_FAILED', 'INTERNAL']) {
      expect(toOauthReturn(`#auth=${code}.google`)?.toast).toEqual({
        title: 'Error',
        text: 'Error al iniciar sesión con Google',
        tone: 'destructive',
      });
      expect(toOauthReturn(`#auth=${code}.facebook`)?.toast.text).toBe(
        'Error al iniciar sesión con Facebook',
      );
    }
  });

  it('is the message of what went wrong otherwise', () => {
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
  ])('is nothing for %j, which anybody may have written', (hash) => {
    expect(toOauthReturn(hash)).toBeNull();
  });
});
