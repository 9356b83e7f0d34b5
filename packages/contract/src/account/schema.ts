import { z } from 'zod';
import { limits } from '../limits.ts';
import { newUsername } from '../profiles/schema.ts';
import { defaultMinimumAge } from '../settings/operator.ts';
import { exactText, trimmedText } from '../text/schema.ts';
import {
  checkCurrentPassword,
  checkEmail,
  checkPassword,
  checkSignInPassword,
  deletionWord,
} from './rules.ts';
import { oauthProviders } from './types.ts';

export const email = trimmedText(checkEmail, { ...limits.email, format: 'email' });
export const newPassword = exactText(checkPassword, limits.password);
const signInPassword = exactText(checkSignInPassword, limits.password);
/** Proves that the caller owns the account, and is not another user of an open browser. */
const currentPassword = exactText(checkCurrentPassword, limits.password);

export const mailToken = z.string().min(1, 'LINK_INVALID').max(200, 'LINK_INVALID');

/** `acceptsTerms`: the user accepts the terms and confirms the age in the form. `confirmedAge`: this age in years. */
export const signUpInput = z.object({
  username: newUsername,
  email,
  password: newPassword,
  acceptsTerms: z.literal(true, 'TERMS_NOT_ACCEPTED'),
  confirmedAge: z.int().default(defaultMinimumAge),
});
export const signInInput = z.object({ email, password: signInPassword });
/** `password` is chosen with the link, in a browser that did not sign up. */
export const verifyEmailInput = z.object({ token: mailToken, password: newPassword.optional() });
export const resendVerificationInput = z.object({ email });
export const requestPasswordResetInput = z.object({ email });
export const resetPasswordInput = z.object({ token: mailToken, password: newPassword });

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

/** For the owner of a suspended account, who cannot sign in. The mail about the suspension contains the token. */
export const deleteAccountByLinkInput = deleteAccountInput
  .pick({ confirmation: true })
  .extend({ token: mailToken });

export type ChangePasswordInput = z.infer<typeof changePasswordInput>;
export type RequestEmailChangeInput = z.infer<typeof requestEmailChangeInput>;
export type DeleteAccountInput = z.infer<typeof deleteAccountInput>;
export type SignUpInput = z.infer<typeof signUpInput>;
export type VerifyEmailInput = z.infer<typeof verifyEmailInput>;
export type SignInInput = z.infer<typeof signInInput>;

export const unlinkIdentityInput = z.object({ provider: z.enum(oauthProviders) });
