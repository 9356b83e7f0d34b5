import { expect } from 'vitest';
import { MailError, type Mail } from '../index.ts';

export const from = 'Relato <hola@relato.example>';
export const link =
  'https://relato.example/confirmar#token=abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz0123456789';

export const confirmation = {
  kind: 'confirmation',
  to: 'ana@correo.example',
  username: 'Ana_Ñandú',
  link,
} as const satisfies Mail;

/** Every mail that is sent once, in each of its forms. */
export const everyMail: readonly Mail[] = [
  confirmation,
  { kind: 'address-in-use', to: 'ana@correo.example', link },
  { kind: 'address-barred', to: 'ana@correo.example', link },
  { kind: 'recovery', to: 'ana@correo.example', link },
  { kind: 'password-changed', to: 'ana@correo.example', link, unlinked: ['facebook', 'google'] },
  { kind: 'account-suspended', to: 'ana@correo.example', link, reason: 'Spam <b>' },
  { kind: 'appeal-rejected', to: 'ana@correo.example', link, answer: 'Spam <b>' },
  { kind: 'account-restored', to: 'ana@correo.example', link },
  { kind: 'identity-linked', to: 'ana@correo.example', link, provider: 'google' },
  { kind: 'add-email', to: 'ana@correo.example', link, provider: 'facebook' },
  { kind: 'email-change', to: 'ana@correo.example', link },
  { kind: 'email-change-asked', to: 'ana@correo.example', link },
  { kind: 'email-changed', to: 'ana@correo.example', link },
  { kind: 'trial', to: 'ana@correo.example', link },
  { kind: 'account-deleted', to: 'ana@correo.example', link, wasSuspended: false },
  { kind: 'account-deleted', to: 'ana@correo.example', link, wasSuspended: true },
];

/** Requires a MailError with this reason and returns its message. */
export async function requireFailure(sending: Promise<void>, reason: MailError['reason']): Promise<string> {
  const error = await sending.then(
    () => null,
    (failure: unknown) => failure,
  );
  if (!(error instanceof MailError))
    throw new Error('Sending did not fail with a MailError', { cause: error });
  expect(error.reason).toBe(reason);
  expect(error.cause).toBeUndefined();
  expect(error.message).not.toMatch(/[\r\n]/);
  return error.message;
}
