import { z } from 'zod';
import { username } from './auth.ts';
import type { UserId } from './ids.ts';

export const profileByUsernameInput = z.object({ username });
/** Choosing a username for the first time, and changing it. */
export const chooseUsernameInput = z.object({ username });

export interface PublicProfile {
  readonly id: UserId;
  readonly username: string;
  readonly fullName: string | null;
  readonly postsCount: number;
  readonly followersCount: number;
  readonly followingCount: number;
}

/** The own profile; the e-mail is in this one only. */
export interface OwnProfile extends Omit<PublicProfile, 'username'> {
  readonly username: string | null;
  readonly email: string | null;
  /** What stands for the person: username, else full name, else the part of the e-mail before the at-sign. */
  readonly displayName: string;
}
