import type { StoryId } from '../ids.ts';
import type { ProfileSummary } from '../profiles/types.ts';
import type { WordRange } from '../transcription/spans.ts';
import type { Region } from './regions.ts';

/** Whose corrections are in a text, the last ones first. */
export interface Carers {
  readonly usernames: readonly string[];
  /** How many there are beside them, up to `limits.corrections.maxCounted`. */
  readonly others: number;
}

/** What the author of a story is told of proposals for its text. */
export interface StoryCorrections {
  /** How many wait for them, up to `limits.corrections.maxCounted`. */
  readonly waiting: number;
  /** Whether listeners who agree are enough. */
  readonly listenersDecide: boolean;
}

export const receivedStates = ['open', 'accepted'] as const;

/** A proposal that waits for the author of a story, or that is in its text. */
export interface ReceivedCorrection {
  readonly id: string;
  readonly person: ProfileSummary;
  readonly startMs: number;
  readonly endMs: number;
  /** The words that it is for: as they read now or, if it `isOutdated` or accepted, as they read then. */
  readonly text: string;
  /** The words that were said, as the listener wrote them, or the meaning. */
  readonly said: string;
  /** Where they mean it. Empty for a correction. */
  readonly regions: readonly Region[];
  /** The text has changed there: it can only be declined. */
  readonly isOutdated: boolean;
  readonly createdAt: Date;
}

/** What became of a proposal at once. `applied` if the text has changed by it. */
export type CorrectionOutcome = 'waiting' | 'applied';

/** The meaning of words of a text, and the regions where they have it. */
export interface Explanation {
  readonly id: string;
  readonly range: WordRange;
  readonly word: string;
  readonly explanation: string;
  readonly regions: readonly Region[];
  readonly person: ProfileSummary;
  /** It is the viewer's, and waits for the author. Missing otherwise. */
  readonly isOpen?: true;
}

/** An explained word of a public story, with what plays it. */
export interface ExplainedWord extends Omit<Explanation, 'range' | 'isOpen'> {
  readonly startMs: number;
  readonly endMs: number;
  readonly story: {
    readonly id: StoryId;
    readonly title: string;
    readonly audioUrl: string;
    readonly durationMs: number;
    readonly gainDb?: number;
    readonly author: ProfileSummary;
  };
}
