import { z } from 'zod';
import { deletionWord } from '../defaults.ts';
import { limits } from '../limits.ts';
import { username } from '../profiles/schema.ts';
import { oauthProviders } from './types.ts';

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

export const unlinkIdentityInput = z.object({ provider: z.enum(oauthProviders) });
