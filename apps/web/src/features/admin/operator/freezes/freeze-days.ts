import { retention } from '@relato/contract/retention';
import type { Freeze } from '@relato/contract/stories/types';

const dayMs = 86_400_000;

/** Returns the day in UTC, because freezes end by that. */
export const toDay = (time: Date): string => time.toISOString().slice(0, 10);

export const toLaterDay = (day: string, days: number): string =>
  toDay(new Date(Date.parse(day) + days * dayMs));

/** Returns the last full day of a freeze. */
export const toLastDay = ({ endsAt }: Pick<Freeze, 'endsAt'>): string => toLaterDay(toDay(endsAt), -1);

/** Returns the possible days for a later end, or null without any. */
export function toLaterEnds(
  freeze: Pick<Freeze, 'createdAt' | 'endsAt' | 'isProlonged'>,
): { readonly min: string; readonly max: string } | null {
  const min = toDay(freeze.endsAt);
  const max = toLaterDay(toDay(freeze.createdAt), retention.frozenStory.days);
  return freeze.isProlonged || min > max ? null : { min, max };
}
