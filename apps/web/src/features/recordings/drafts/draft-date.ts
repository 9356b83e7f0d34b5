import { draftsText } from '../../../messages/drafts.ts';

const timeFormat = new Intl.DateTimeFormat('es-ES', { hour: '2-digit', minute: '2-digit' });
const dayFormat = new Intl.DateTimeFormat('es-ES', { day: 'numeric', month: 'long' });

/** `Ayer, 22:10`, in the reader's time zone. */
export function formatDraftDate(date: Date, now: Date): string {
  return draftsText.when(formatDay(date, now), timeFormat.format(date));
}

function formatDay(date: Date, now: Date): string {
  const isDaysAgo = (days: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - days).toDateString() === date.toDateString();
  if (isDaysAgo(0)) return draftsText.today;
  return isDaysAgo(1) ? draftsText.yesterday : dayFormat.format(date);
}
