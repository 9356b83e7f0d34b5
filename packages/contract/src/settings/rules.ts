import { limits } from '../limits.ts';
import { checkRequiredText } from '../text/rules.ts';

/** Returns why a text cannot be announced. */
export const checkAnnouncement = (text: string) =>
  checkRequiredText(text, limits.announcement.maxLength, 'ANNOUNCEMENT_REQUIRED', 'ANNOUNCEMENT_TOO_LONG');
