import { moderationText } from '../../messages/moderation.ts';

const { log: text } = moderationText;

const toRole = (role: string): string => text.roles[role] ?? role;

/** What a moderator wrote, or what the server notes where nobody writes a reason, in the words of the screen. */
export function toLogReason({ action, reason }: { action: string; reason: string | null }): string | null {
  if (reason === null) return null;
  if (action === 'set-flags') return toFlags(reason);
  if (action === 'set-role') {
    const [, from = '', to = '', place] = /^(\w+) → (\w+)(, at the server)?$/u.exec(reason) ?? [];
    return to === '' ? reason : `${toRole(from)} → ${toRole(to)}${place ? text.atServer : ''}`;
  }
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
