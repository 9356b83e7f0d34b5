import type { ProfileSummary } from '../profiles/types.ts';
import type { Role } from '../users/types.ts';

export const oauthProviders = ['google', 'facebook'] as const;
export type OauthProvider = (typeof oauthProviders)[number];

/** An account at a provider that is linked to the viewer's account and can sign in to it. */
export interface LinkedIdentity {
  readonly provider: OauthProvider;
  /** The latest address from the provider, by which the owner recognizes the account. */
  readonly email: string | null;
  /** False if the user could not sign in without this identity. */
  readonly canUnlink: boolean;
}

/** The viewer's account for the settings. */
export interface OwnAccount {
  readonly email: string | null;
  readonly hasPassword: boolean;
  /** The new address, until its confirmation link is followed. */
  readonly pendingEmail: string | null;
}

/** A browser or program with a session of the viewer. */
export interface OwnSession {
  /** Identifies the session to its owner. It differs from the token and grants no access. */
  readonly id: string;
  /** The header of the browser, cut to a limited length. */
  readonly userAgent: string | null;
  readonly createdAt: Date;
  /** Each use of the session moves this time. */
  readonly expiresAt: Date;
  readonly isCurrent: boolean;
}

/** The signed-in user in their own view. The name is null until the profile is complete. */
export interface SessionUser extends ProfileSummary {
  readonly email: string | null;
  readonly role: Role;
}

export interface Session {
  readonly user: SessionUser;
  readonly expiresAt: Date;
  /** In seconds. */
  readonly expiresIn: number;
}

/** The answer of `account.verifyEmail`. */
export interface VerifiedEmail {
  /** Null until the profile is complete. */
  readonly username: string | null;
  /** Whether the address was added to the account of the session. If not, it confirmed a new account. */
  readonly isAdded?: boolean;
  /** Only for a user who chose the password with the link. Others sign in with their password. */
  readonly session: Session | null;
}

/** The session, with its token for programs that send it as a bearer token. Browsers get a cookie. */
export interface SignedIn extends Session {
  readonly token: string;
}
