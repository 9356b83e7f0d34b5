import { email, limits, type OauthProvider } from '@relato/contract';

/** A user's identity from a provider. */
export interface Identity {
  readonly provider: OauthProvider;
  /** The provider's id of the user, which never changes and is never reassigned. */
  readonly providerUserId: string;
  readonly email: string | null;
  /** Only a verified address may link the identity to an existing account. */
  readonly emailVerified: boolean;
  readonly fullName: string | null;
}

const maxIdLength = 255;

/** Returns null for an invalid id. */
export const toProviderUserId = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= maxIdLength && /^[\x21-\x7e]+$/.test(value) ? value : null;

/** Returns null for an invalid address. */
export function toEmail(value: unknown): string | null {
  const result = email.safeParse(value);
  return result.success ? result.data : null;
}

/**
 * Returns a display name: one line without invisible characters and direction marks, cut at the limit. Returns null if that
 * is empty.
 */
export function toFullName(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const line = value
    .normalize('NFC')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    .trim();
  return Array.from(line).slice(0, limits.fullName.maxLength).join('').trim() || null;
}
