import { sessionText } from '../../messages/account/session.ts';
import { moderationText } from '../../messages/moderation.ts';
import { getErrorData, isObject } from '../errors/error-data.ts';

/** Returns the text about a decision that another moderator made first; null for any other error. */
export function toHappened(error: unknown): string | null {
  const happened = getErrorData(error)?.happened;
  if (!isObject(happened) || !('action' in happened)) return null;
  const action = moderationText.log.actions[String(happened.action)];
  if (action === undefined) return null;
  const by = 'by' in happened && typeof happened.by === 'string' ? sessionText.author(happened.by) : null;
  return moderationText.happened(action, by ?? moderationText.somebody);
}
