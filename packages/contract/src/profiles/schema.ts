import { z } from 'zod';
import { userId } from '../ids.ts';
import { limits } from '../limits.ts';

// Letters of Spanish, digits and . _ - only: what can be typed, read aloud and not be confused for another name.
const usernamePattern = /^[a-zA-Z0-9áéíóúüñÁÉÍÓÚÜÑ._-]+$/;

export const username = z
  .string()
  .trim()
  .min(1, 'USERNAME_REQUIRED')
  .min(limits.username.minLength, 'USERNAME_TOO_SHORT')
  .max(limits.username.maxLength, 'USERNAME_TOO_LONG')
  .regex(usernamePattern, 'USERNAME_INVALID');

/** Names as old links hold them: whatever is not a username is a profile that does not exist. */
export const profileByUsernameInput = z.object({ username: z.string().trim().max(100, 'PROFILE_NOT_FOUND') });
export const usernameAvailableInput = z.object({ username });
export const profilesByIdsInput = z.object({ ids: z.array(userId).max(limits.page.maxSize) });
/** Choosing a username for the first time, and changing it. */
export const chooseUsernameInput = z.object({ username });
