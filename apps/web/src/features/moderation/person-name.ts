import { moderationText } from '../../messages/moderation.ts';
import { sessionText } from '../../messages/session.ts';

/** What moderators read for a person; who has no username yet has no name. */
export const toPersonName = (username: string | null | undefined): string =>
  username ? sessionText.author(username) : moderationText.anonymous;
