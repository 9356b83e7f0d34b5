// Texts that several nouns take.
import { limits } from '../limits.ts';
import { checkOptionalText, checkRequiredText } from './rules.ts';

/** Returns why a moderator's reason is refused. The person whom the decision concerns reads it. */
export const checkModerationReason = (reason: string) =>
  checkRequiredText(reason, limits.moderation.reason.maxLength, 'REASON_REQUIRED', 'REASON_TOO_LONG');

/** Returns why a list cannot be searched for a text. */
export const checkSearch = (search: string) =>
  checkOptionalText(search, limits.search.maxLength, 'SEARCH_TOO_LONG');
