import type { ProfileSummary } from '../profiles/types.ts';
import type { Role } from '../users/types.ts';

export const oauthProviders = ['google', 'facebook'] as const;
export type OauthProvider = (typeof oauthProviders)[number];

/** An account at a provider that is linked to the viewer's account and signs in to it. */
export interface LinkedIdentity {
  readonly provider: OauthProvider;
  /** As the provider last gave it. The owner recognizes the account by it. */
  readonly email: string | null;
  /** False if the user could not sign in without it. */
  readonly canUnlink: boolean;
}

/** The viewer's account as the settings show it. */
export interface OwnAccount {
  readonly email: string | null;
  readonly hasPassword: boolean;
  /** The new address, while its confirmation link is not followed yet. */
  readonly pendingEmail: string | null;
}

/** A browser or program in which the viewer is signed in. */
export interface OwnSession {
  /** Identifies the session to its owner. It is not the token, and grants no access. */
  readonly id: string;
  /** The header that the browser sent, cut to a bounded length. */
  readonly userAgent: string | null;
  readonly createdAt: Date;
  /** Each use of the session moves this time. */
  readonly expiresAt: Date;
  readonly isCurrent: boolean;
}

/** The signed-in user, as the user sees it. The name is null until the profile is complete. */
export interface SessionUser extends ProfileSummary {
  readonly email: string | null;
  readonly role: Role;
}

export interface Session {
  readonly user: SessionUser;
  readonly expiresAt: Date;
  /** Seconds. */
  readonly expiresIn: number;
}

/** What `account.verifyEmail` answers. */
export interface VerifiedEmail {
  /** Null until the profile is complete. */
  readonly username: string | null;
  /** Of a reader of the mailbox who chose the password with the link; others sign in with theirs. */
  readonly session: Session | null;
}

/** The session, and its token for programs that send it as a bearer token. Browsers get a cookie. */
export interface SignedIn extends Session {
  readonly token: string;
}
