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

/** Returns the second from which a moderator hears a place. */
export const toLeadSeconds = (atMs: number): number => Math.max(atMs - limits.report.leadMs, 0) / 1_000;

/** Returns the places of the watched words in the recording. */
export const toPlaces = (watched: readonly WatchedFind[]): readonly ReportedPlace[] =>
  watched.flatMap(({ atMs }) => (atMs === null ? [] : { atMs, count: 1 }));

/** Returns the track of a case, which plays softer for moderators. */
export const toCaseTrack = ({ id, durationMs, title, author }: ReportCase['story']): Track => ({
  id,
  src: `/audio/${id}`,
  durationSeconds: durationMs / 1_000,
  title,
  artist: toAuthorName(author),
  softerDb: limits.report.softerDb,
});
