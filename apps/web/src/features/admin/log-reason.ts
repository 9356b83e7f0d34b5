import { moderationText } from '../../messages/moderation.ts';

const { log: text } = moderationText;

const toRole = (role: string): string => text.roles[role] ?? role;

/**
 * Returns the moderator's reason in the words of the screen, or the server's note if the action has no written reason.
 */
export function toLogReason({ action, reason }: { action: string; reason: string | null }): string | null {
  if (reason === null) return null;
  if (action === 'set-flags') return toFlags(reason);
  if (action === 'set-role') {
    const [, from = '', to = '', place] = /^(\w+) → (\w+)(, at the server)?$/u.exec(reason) ?? [];
    return to === '' ? reason : `${toRole(from)} → ${toRole(to)}${place ? text.atServer : ''}`;
  }
  if (action === 'repeat-transcriptions') return text.repeated(Number(reason));
  const [, table = '', count = ''] = /^(stories|profiles): (\d+)$/u.exec(reason) ?? [];
  return action === 'repair-counters' && count !== '' ? text.repaired(table, Number(count)) : reason;
}

function toFlags(reason: string): string {
  try {
    const flags: unknown = JSON.parse(reason);
    if (typeof flags !== 'object' || flags === null) return reason;
    return Object.entries(flags)
      .map(([name, isOn]) => text.flag(name, isOn === true))
      .join(' · ');
  } catch {
    return reason;
  }
}
