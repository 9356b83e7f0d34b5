import type { StoryId, UserId } from '@relato/contract/ids';
import { limits } from '@relato/contract/limits';

/** A public story whose sound this browser keeps. */
export interface HeardStory {
  readonly id: StoryId;
  /** The user who heard it; null for a visitor. */
  readonly listenerId: UserId | null;
  readonly title: string;
  readonly artist: string;
  readonly durationMs: number;
  readonly peaks: string;
  /** The address of the sound on the server. It changes with the sound. */
  readonly audioUrl: string;
  readonly bytes: number;
  /** By this device's clock, as `checkedAtMs`. */
  readonly heardAtMs: number;
  /** The time at which the server last said that the story is public. */
  readonly checkedAtMs: number;
}

const { maxBytes, maxCount, maxUncheckedDays } = limits.heard;
const dayMs = 86_400_000;

/** Returns the stories to drop: those heard longest ago, beyond the limits of number and size. */
export function findSurplus(stories: readonly HeardStory[]): HeardStory[] {
  let bytes = 0;
  return stories
    .toSorted((one, other) => other.heardAtMs - one.heardAtMs)
    .filter((story, index) => {
      bytes += story.bytes;
      return index >= maxCount || bytes > maxBytes;
    });
}

/**
 * Returns whether a story may be offered to this listener. One that another user heard may not, nor one that was not
 * checked for a long time.
 */
export const isOffered = (story: HeardStory, listenerId: UserId | null, nowMs: number): boolean =>
  story.listenerId === listenerId && nowMs - story.checkedAtMs < maxUncheckedDays * dayMs;
