import { sessionText } from '../../messages/account/session.ts';
import { moderationText } from '../../messages/moderation.ts';
import { getErrorData, isObject } from '../errors/error-data.ts';

/** Returns what another moderator did first; null if that was not the reason. */
export function toHappened(error: unknown): string | null {
  const happened = getErrorData(error)?.happened;
  if (!isObject(happened) || !('action' in happened)) return null;
  const action = moderationText.log.actions[String(happened.action)];
  if (action === undefined) return null;
  const by = 'by' in happened && typeof happened.by === 'string' ? sessionText.author(happened.by) : null;
  return moderationText.happened(action, by ?? moderationText.somebody);
}
