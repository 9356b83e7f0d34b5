import { z } from 'zod';
import { userId } from '../ids.ts';
import { limits } from '../limits.ts';
import { pageInput } from '../paging.ts';
import { searchText, storedText, trimmedText } from '../text/schema.ts';
import { checkAbout, checkNewUsername, checkUsername } from './rules.ts';

/** A username in an address. */
export const username = trimmedText(checkUsername, limits.username);
export const newUsername = trimmedText(checkNewUsername, limits.username);

/** Old links may contain any name. An invalid username is a profile that does not exist. */
export const profileByUsernameInput = z.object({ username: z.string().trim().max(100, 'PROFILE_NOT_FOUND') });
export const usernameAvailableInput = z.object({ username: newUsername });
export const profilesByIdsInput = z.object({ ids: z.array(userId).max(limits.page.maxSize) });
export const findProfilesInput = pageInput.extend({ search: searchText });
/** For the first username and for a change. */
export const chooseUsernameInput = z.object({ username: newUsername });
export const setPodcastInput = z.object({ podcast: z.boolean() });
export const setAboutInput = z.object({ about: storedText(checkAbout, limits.about) });
/** A JPEG or WebP as Base64, because then every call stays one JSON. */
export const setPhotoInput = z.object({
  image: z.base64('PHOTO_INVALID').max(Math.ceil(limits.photo.maxBytes / 3) * 4, 'PHOTO_INVALID'),
});
