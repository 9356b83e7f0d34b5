import { limits } from './limits.ts';
import { visibleText } from './text-schema.ts';

/** Why a moderator decided as they did; the person it is about reads it. */
export const moderationReason = visibleText(
  limits.moderation.reason.maxLength,
  'REASON_REQUIRED',
  'REASON_TOO_LONG',
);
