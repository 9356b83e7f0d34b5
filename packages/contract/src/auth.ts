import { z } from 'zod';
import { deletionWord } from './defaults.ts';
import type { UserId } from './ids.ts';
import { limits } from './limits.ts';

// Letters of Spanish, digits and . _ - only: what can be typed, read aloud and not be confused for another name.
const usernamePattern = /^[a-zA-Z0-9áéíóúüñÁÉÍÓÚÜÑ._-]+$/;

export const username = z
  .string()
  .trim()
  .min(1, 'USERNAME_REQUIRED')
  .min(limits.username.minLength, 'USERNAME_TOO_SHORT')
  .max(limits.username.maxLength, 'USERNAME_TOO_LONG')
  .regex(usernamePattern, 'USERNAME_INVALID');

export const email = z
  .string()
  .trim()
  .max(limits.email.maxLength, 'EMAIL_INVALID')
  .pipe(z.email('EMAIL_INVALID'));

/** A password being chosen. */
export const newPassword = z
  .string()
  .min(limits.password.minLength, 'PASSWORD_TOO_SHORT')
  .max(limits.password.maxLength, 'PASSWORD_TOO_LONG');

/** A password being checked: bounded, but otherwise whatever was typed. */
const givenPassword = z
  .string()
  .min(1, 'INVALID_CREDENTIALS')
  .max(limits.password.maxLength, 'INVALID_CREDENTIALS');

export const mailToken = z.string().min(1, 'LINK_INVALID').max(200, 'LINK_INVALID');

export const signUpInput = z.object({ username, email, password: newPassword });
export const signInInput = z.object({ email, password: givenPassword });
export const verifyEmailInput = z.object({ token: mailToken });
export const resendVerificationInput = z.object({ email });
export const requestPasswordResetInput = z.object({ email });
export const resetPasswordInput = z.object({ token: mailToken, password: newPassword });

/** Proves that it is the owner who asks, and not somebody who found a browser open. */
const currentPassword = z
  .string()
  .min(1, 'PASSWORD_REQUIRED')
  .max(limits.password.maxLength, 'PASSWORD_WRONG');

export const changePasswordInput = z.object({
  currentPassword: currentPassword.optional(),
  password: newPassword,
});
export const requestEmailChangeInput = z.object({ email, currentPassword: currentPassword.optional() });
export const confirmEmailChangeInput = z.object({ token: mailToken });
export const endSessionInput = z.object({ id: z.string().max(100) });
export const deleteAccountInput = z.object({
  currentPassword: currentPassword.optional(),
  confirmation: z.literal(deletionWord, 'CONFIRMATION_REQUIRED'),
});

/** For the owner of a suspended account, who cannot sign in: the token is in the mail about the suspension. */
export const deleteAccountByLinkInput = deleteAccountInput
  .pick({ confirmation: true })
  .extend({ token: mailToken });

export type ChangePasswordInput = z.infer<typeof changePasswordInput>;
export type RequestEmailChangeInput = z.infer<typeof requestEmailChangeInput>;
export type DeleteAccountInput = z.infer<typeof deleteAccountInput>;
export type SignUpInput = z.infer<typeof signUpInput>;
export type SignInInput = z.infer<typeof signInInput>;

export const oauthProviders = ['google', 'facebook'] as const;
export type OauthProvider = (typeof oauthProviders)[number];
export const unlinkIdentityInput = z.object({ provider: z.enum(oauthProviders) });

/** An account at a provider that signs in to one's own here. */
export interface LinkedIdentity {
  readonly provider: OauthProvider;
  /** As the provider last told it; for its owner to recognise it by. */
  readonly email: string | null;
  /** False when the account has no other way in. */
  readonly canUnlink: boolean;
}

/** What the settings need to know of one's own account. */
export interface OwnAccount {
  readonly email: string | null;
  readonly hasPassword: boolean;
  /** Where the link of a change waits to be followed. */
  readonly pendingEmail: string | null;
}

/** One of the browsers and programs in which one is signed in. */
export interface OwnSession {
  /** Names it to its owner; it opens nothing. */
  readonly id: string;
  /** As the browser told it, cut short. */
  readonly userAgent: string | null;
  readonly createdAt: Date;
  /** Unless it is used until then. */
  readonly expiresAt: Date;
  readonly isCurrent: boolean;
}

export const roles = ['user', 'moderator', 'administrator'] as const;
export type Role = (typeof roles)[number];

/** The signed-in person, as shown to themselves. */
export interface SessionUser {
  readonly id: UserId;
  /** Null until the profile is complete. */
  readonly username: string | null;
  readonly email: string | null;
  readonly role: Role;
}

export interface Session {
  readonly user: SessionUser;
  readonly expiresAt: Date;
  /** Seconds. */
  readonly expiresIn: number;
}

/** What signing in answers: the session, and its token for programs that send it as a bearer. Browsers get a cookie. */
export interface SignedIn extends Session {
  readonly token: string;
}
