import { email, limits, type OauthProvider } from '@relato/contract';

/** Who somebody is, as a provider tells it. */
export interface Identity {
  readonly provider: OauthProvider;
  /** The provider's own name for them, which never changes and is never given to another. */
  readonly providerUserId: string;
  readonly email: string | null;
  /** Only then the address says whose account it is. */
  readonly emailVerified: boolean;
  readonly fullName: string | null;
}

const maxIdLength = 255;

/** Null for what is no id. */
export const toProviderUserId = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= maxIdLength && /^[\x21-\x7e]+$/.test(value) ? value : null;

/** Null for what is no address that we could write to. */
export function toEmail(value: unknown): string | null {
  const result = email.safeParse(value);
  return result.success ? result.data : null;
}

/**
 * A name to show: one line without what is invisible or turns the direction of writing, cut at the limit. Null when
 * nothing is left.
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
