import type { ProfileSummary } from '../profiles/types.ts';
import type { KeptSpan } from '../transcription/types.ts';

/** What the words of a story may do to somebody. */
export const signs = ['heart', 'laugh', 'tear', 'awe', 'shiver', 'hug'] as const;
export type Sign = (typeof signs)[number];

export interface OwnReaction extends KeptSpan {
  readonly sign: Sign;
}

/** A part of a recording where people left signs. */
export interface WarmSlice {
  readonly slice: number;
  /** The people here, as a share of those of the warmest part: above 0, and 1 at most. */
  readonly warmth: number;
  /** The most frequent one, and when the first one of the part is. */
  readonly sign: Sign;
  readonly atMs: number;
}

export interface StoryReactions {
  readonly mine: readonly OwnReaction[];
  /** In order of time. Empty until enough people left a sign. */
  readonly warm: readonly WarmSlice[];
}

/** A sign that the author of a story got. */
export interface ReceivedReaction {
  readonly id: string;
  readonly person: ProfileSummary;
  readonly sign: Sign;
  readonly startMs: number;
  /** The words as they read now. Null if the text has none there any more. */
  readonly text: string | null;
  readonly createdAt: Date;
}
