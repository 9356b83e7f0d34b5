import type { UserId } from '../ids.ts';
import type { Role } from '../users/types.ts';

export const oauthProviders = ['google', 'facebook'] as const;
export type OauthProvider = (typeof oauthProviders)[number];

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
