import { TRPCClientError } from '@trpc/client';
import { describe, expect, it } from 'vitest';
import { errorText, fallbackErrorText, timeoutErrorText, networkErrorText } from '../../messages/errors.ts';
import { isTransientError } from './error-data.ts';
import { toErrorText, toFieldErrors } from './error-text.ts';

const answered = (data: object) =>
  TRPCClientError.from({ error: { code: -32_000, message: 'secret text of a library', data } });

describe('toErrorText', () => {
  it('L391: returns the text of the stable code', () => {
    expect(toErrorText(answered({ errorCode: 'USERNAME_TAKEN' }))).toBe(errorText.USERNAME_TAKEN);
  });

  it.each([
    [1, 'un minuto'],
    [61, '2 minutos'],
    [5_400, '90 minutos'],
    [5_401, '2 horas'],
  ])('writes a wait of %s seconds as %s', (retryAfterSeconds, wait) => {
    const error = answered({ errorCode: 'RATE_LIMITED', retryAfterSeconds });
    expect(toErrorText(error)).toBe(`Demasiados intentos seguidos. Inténtalo otra vez en ${wait}.`);
  });

  it.each([
    ['MAILED_ENOUGH', 'su enlace sirve'],
    ['SIGN_IN_LOCKED', '¿Olvidaste tu contraseña?'],
    ['COMMENTS_BUSY', 'Inicia sesión'],
  ])('SEC-59: names the way out of %s besides the waiting time', (code, wayOut) => {
    const text = toErrorText(answered({ errorCode: code, retryAfterSeconds: 600 }));
    expect(text).toContain(wayOut);
    expect(text).toContain('10 minutos');
    expect(toErrorText(answered({ errorCode: code }))).toContain(wayOut);
  });

  it('never shows a text of the server, even for an unknown code', () => {
    expect(toErrorText(answered({ errorCode: 'NEW_CODE' }))).toBe(fallbackErrorText);
    expect(toErrorText(new Error('boom'))).toBe(fallbackErrorText);
    expect(toErrorText(null)).toBe(fallbackErrorText);
  });

  it('distinguishes a lost network from another answer of a server', () => {
    expect(toErrorText(TRPCClientError.from(new TypeError('Failed to fetch')))).toBe(networkErrorText);
    expect(toErrorText(TRPCClientError.from(new SyntaxError('Unexpected token <')))).toBe(
      errorText.UNAVAILABLE,
    );
  });

  it('reports a timeout if the server never answers', () => {
    const late = new DOMException('No answer in time', 'TimeoutError');
    expect(toErrorText(TRPCClientError.from(late))).toBe(timeoutErrorText);
  });
});

describe('toFieldErrors', () => {
  it('returns a text for each field with a known code', () => {
    const error = answered({
      errorCode: 'EMAIL_INVALID',
      fieldErrors: { email: 'EMAIL_INVALID', password: 'PASSWORD_TOO_SHORT', other: 'NEW_CODE' },
    });
    expect(toFieldErrors(error)).toEqual({
      email: errorText.EMAIL_INVALID,
      password: errorText.PASSWORD_TOO_SHORT,
    });
  });
});

describe('isTransientError', () => {
  it('is true without an answer and for a 5xx, not for a refusal', () => {
    expect(isTransientError(TRPCClientError.from(new TypeError('Failed to fetch')))).toBe(true);
    expect(isTransientError(answered({ httpStatus: 503, errorCode: 'UNAVAILABLE' }))).toBe(true);
    expect(isTransientError(answered({ httpStatus: 404, errorCode: 'NOT_FOUND' }))).toBe(false);
  });
});
