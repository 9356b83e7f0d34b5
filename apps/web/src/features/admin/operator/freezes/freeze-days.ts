import { retention } from '@relato/contract/retention';
import type { Freeze } from '@relato/contract/stories/types';

const dayMs = 86_400_000;

/** Returns the day of UTC, by which freezes end. */
export const toDay = (time: Date): string => time.toISOString().slice(0, 10);

export const toLaterDay = (day: string, days: number): string =>
  toDay(new Date(Date.parse(day) + days * dayMs));

/** Returns the last day of a freeze, with which it ends. */
export const toLastDay = ({ endsAt }: Pick<Freeze, 'endsAt'>): string => toLaterDay(toDay(endsAt), -1);

/** Returns the days to which the end can be put off; null for none. */
export function toLaterEnds(
  freeze: Pick<Freeze, 'createdAt' | 'endsAt' | 'isProlonged'>,
): { readonly min: string; readonly max: string } | null {
  const min = toDay(freeze.endsAt);
  const max = toLaterDay(toDay(freeze.createdAt), retention.frozenStory.days);
  return freeze.isProlonged || min > max ? null : { min, max };
}
