import type { ReportCase, WatchedFind } from '@relato/contract/reports/types';
import { useId } from 'react';
import { formatDuration } from '../../../messages/format.ts';
import { moderationText } from '../../../messages/moderation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { player } from '../../player/public.ts';
import { toCaseTrack, toLeadSeconds } from './heard-from.ts';

const text = moderationText.reports;

/** The watched words that put the story into the queue, and their times in the recording. */
export function WatchedWords({ reportCase: { story, watched } }: { readonly reportCase: ReportCase }) {
  const headingId = useId();
  if (watched.length === 0) return null;
  const track = toCaseTrack(story);
  return (
    <section aria-labelledby={headingId} className="mt-3">
      <h3 id={headingId} className="text-sm font-[650]">
        {text.watched}
      </h3>
      <ul className="mt-1 space-y-1">
        {Array.from(groupFinds(watched), ([label, atMs]) => (
          <li key={label} className="text-sm">
            <p dir="auto" className="wrap-anywhere">
              {label}
            </p>
            <div className="flex flex-wrap gap-2 not-empty:mt-1">
              {atMs.map((ms) => (
                <Button
                  key={ms}
                  size="small"
                  variant="secondary"
                  aria-label={text.heard(formatDuration(ms))}
                  onClick={() => player.playFrom(track, toLeadSeconds(ms))}
                >
                  {formatDuration(ms)}
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the times of each word, in order. */
function groupFinds(watched: readonly WatchedFind[]): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, readonly number[]>();
  for (const { word, list, field, atMs } of watched) {
    const label = text.find(word, list, text.fields[field]);
    const times = new Set(groups.get(label));
    if (atMs !== null) times.add(atMs);
    groups.set(
      label,
      [...times].toSorted((a, b) => a - b),
    );
  }
  return groups;
}
