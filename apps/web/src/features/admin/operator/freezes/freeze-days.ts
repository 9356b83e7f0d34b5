import { retention } from '@relato/contract/retention';
import { dayMs, toUtcDay } from '@relato/contract/text/days';
import type { Freeze } from '@relato/contract/stories/types';

/** Returns a day in UTC, because freezes end by that. */
export const toLaterDay = (day: string, days: number): string =>
  toUtcDay(new Date(Date.parse(day) + days * dayMs));

/** Returns the last full day of a freeze. */
export const toLastDay = ({ endsAt }: Pick<Freeze, 'endsAt'>): string => toLaterDay(toUtcDay(endsAt), -1);

/** Returns the possible days for a later end, or null without any. */
export function toLaterEnds(
  freeze: Pick<Freeze, 'createdAt' | 'endsAt' | 'isProlonged'>,
): { readonly min: string; readonly max: string } | null {
  const min = toUtcDay(freeze.endsAt);
  const max = toLaterDay(toUtcDay(freeze.createdAt), retention.frozenStory.days);
  return freeze.isProlonged || min > max ? null : { min, max };
}
