import type { ProfileSummary } from '../profiles/types.ts';
import type { KeptSpan } from '../transcription/types.ts';

/** The effects that the words of a story may have on a listener. */
export const signs = ['heart', 'laugh', 'tear', 'awe', 'shiver', 'hug'] as const;
export type Sign = (typeof signs)[number];

export interface OwnReaction extends KeptSpan {
  readonly sign: Sign;
}

/** A part of a recording where people left signs. */
export interface WarmSlice {
  readonly slice: number;
  /** The number of people here as a share of the warmest part, above 0 and at most 1. */
  readonly warmth: number;
  /** The most frequent sign, and the time of the first one in the part. */
  readonly sign: Sign;
  readonly atMs: number;
}

export interface StoryReactions {
  readonly mine: readonly OwnReaction[];
  /** In order of time. Empty until enough people have left a sign. */
  readonly warm: readonly WarmSlice[];
}

/** A sign that the author of a story received. */
export interface ReceivedReaction {
  readonly id: string;
  readonly person: ProfileSummary;
  readonly sign: Sign;
  readonly startMs: number;
  /** The present text of the words. Null if the transcript has no words there any more. */
  readonly text: string | null;
  readonly createdAt: Date;
}
