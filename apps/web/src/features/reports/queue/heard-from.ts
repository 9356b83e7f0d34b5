import { limits } from '@relato/contract/limits';
import type { ReportCase, ReportedPlace, WatchedFind } from '@relato/contract/reports/types';
import { toAuthorName } from '../../../messages/stories.ts';
import type { Track } from '../../player/public.ts';

const { slices } = limits.reactions;

/** Returns how many reports name each equal part of a recording, from 0 to 1 for the part with the most. */
export function toHeat(places: readonly ReportedPlace[], durationMs: number): readonly number[] {
  const parts = Array.from({ length: slices }, () => 0);
  for (const { atMs, count } of places) {
    const part = Math.min(Math.floor((atMs / Math.max(durationMs, 1)) * slices), slices - 1);
    parts[part] = (parts[part] ?? 0) + count;
  }
  const most = Math.max(...parts, 1);
  return parts.map((count) => count / most);
}

/** Returns the places that the most reports name, in order of time. */
export const findMostReported = (places: readonly ReportedPlace[], count: number): readonly ReportedPlace[] =>
  places
    .toSorted((a, b) => b.count - a.count || a.atMs - b.atMs)
    .slice(0, count)
    .toSorted((a, b) => a.atMs - b.atMs);

/** Returns where a moderator hears a place from, in seconds. */
export const toLeadSeconds = (atMs: number): number => Math.max(atMs - limits.report.leadMs, 0) / 1_000;

/** Returns where watched words are said. */
export const toPlaces = (watched: readonly WatchedFind[]): readonly ReportedPlace[] =>
  watched.flatMap(({ atMs }) => (atMs === null ? [] : { atMs, count: 1 }));

/** Returns the recording of a case as moderators hear it, at a low volume. */
export const toCaseTrack = ({ id, durationMs, title, author }: ReportCase['story']): Track => ({
  id,
  src: `/audio/${id}`,
  durationSeconds: durationMs / 1_000,
  title,
  artist: toAuthorName(author),
  softerDb: limits.report.softerDb,
});
