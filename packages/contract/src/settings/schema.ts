import { z } from 'zod';
import { canonicalId } from '../ids.ts';
import { limits } from '../limits.ts';
import { storedText } from '../text/schema.ts';
import { checkAnnouncement } from './rules.ts';

/** Missing flags keep their value. */
export const setFlagsInput = z.object({
  flags: z.object({
    showDownvotes: z.boolean().optional(),
    recordOnly: z.boolean().optional(),
    reviewFirstStory: z.boolean().optional(),
  }),
});
export type SetFlagsInput = z.infer<typeof setFlagsInput>;

export const announceInput = z.object({
  text: storedText(checkAnnouncement, limits.announcement),
  /** The last day of the announcement. Without one, it shows until it is ended. */
  until: z.iso.date().nullish(),
  /** The replaced announcement, or none if the caller saw none. */
  replaces: canonicalId.nullish(),
});
export type AnnounceInput = z.infer<typeof announceInput>;

export const endAnnouncementInput = z.object({ id: canonicalId });
export type EndAnnouncementInput = z.infer<typeof endAnnouncementInput>;
