import type { Credentials } from '@relato/auth';
import type { ChangePasswordInput, RequestEmailChangeInput } from '@relato/contract';
import { recoveryLink, send } from '../auth/mutations.ts';
import type { Context, Services, Viewer } from '../context.ts';
import { promiseReady } from '../mails/mutations.ts';

/** Who signed in, and changes their account. */
export type Owner = Pick<Context, 'services' | 'setCookie'> & {
  readonly viewer: Viewer;
  readonly session: { readonly token: string };
};

export const toCredentials = (
  { viewer, session }: Pick<Owner, 'viewer' | 'session'>,
  password: string | undefined,
): Credentials => ({ userId: viewer.id, token: session.token, password });

/** The owner is told: it may have been somebody else. */
export async function changePassword(
  owner: Owner,
  { currentPassword, password }: ChangePasswordInput,
): Promise<void> {
  const { auth } = owner.services;
  const { email, unlinked } = await auth.changePassword(toCredentials(owner, currentPassword), password);
  if (email === null) return;
  const link = recoveryLink(owner.services);
  await promiseReady(owner.services, { kind: 'password-changed', to: email, link, unlinked });
}

// Behind the #, as every token of a mail.
const emailChangeLink = ({ publicUrl }: Services, token: string): string =>
  `${publicUrl}/confirmar-correo#token=${token}`;

/** The answer and what it costs are the same whether the address has an account or not; only its owner learns that. */
export async function requestEmailChange(
  owner: Owner,
  { currentPassword, email }: RequestEmailChangeInput,
): Promise<void> {
  const { services } = owner;
  const request = await services.auth.requestEmailChange(toCredentials(owner, currentPassword), email);
  const link = recoveryLink(services);
  await (request.outcome === 'confirm'
    ? send(services, { kind: 'email-change', to: email, link: emailChangeLink(services, request.token) })
    : send(services, { kind: 'address-in-use', to: email, link }));
  if (request.before === null) return;
  await promiseReady(services, { kind: 'email-change-asked', to: request.before, link });
}

export async function confirmEmailChange({ services, viewer, session }: Owner, token: string): Promise<void> {
  const { auth, publicUrl } = services;
  const { before } = await auth.confirmEmailChange({ userId: viewer.id, token: session.token }, token);
  if (before === null) return;
  await promiseReady(services, { kind: 'email-changed', to: before, link: `${publicUrl}/profile` });
}

/** Ends an own session; the cookie goes with the present one. */
export async function endSession({ services, viewer, session, setCookie }: Owner, id: string): Promise<void> {
  const { auth } = services;
  await auth.endSession(viewer.id, id);
  if ((await auth.validateSession(session.token)) === null) setCookie(auth.cookies.session.serialize(null));
}
