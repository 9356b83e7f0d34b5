import { formatTime } from '../../../../messages/format.ts';
import { draftsText } from '../../../../messages/recordings/drafts.ts';

const dayFormat = new Intl.DateTimeFormat('es-ES', { day: 'numeric', month: 'long' });

/** `Ayer, 22:10`, in the reader's time zone. */
export function formatDraftDate(date: Date, now: Date): string {
  return draftsText.when(formatDay(date, now), formatTime(date));
}

function formatDay(date: Date, now: Date): string {
  const isDaysAgo = (days: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - days).toDateString() === date.toDateString();
  if (isDaysAgo(0)) return draftsText.today;
  return isDaysAgo(1) ? draftsText.yesterday : dayFormat.format(date);
}

const ageFormat = new Intl.RelativeTimeFormat('es-ES', { style: 'short' });
const daysFormat = new Intl.RelativeTimeFormat('es-ES');
const minuteMs = 60_000;

/** `hace 12 min`, `hace 9 días` */
export function formatDraftAge(date: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - date.getTime()) / minuteMs));
  if (minutes === 0) return draftsText.justNow;
  if (minutes < 60) return ageFormat.format(-minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? ageFormat.format(-hours, 'hour') : daysFormat.format(-Math.floor(hours / 24), 'day');
}
