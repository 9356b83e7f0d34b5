import type { StoryId } from '../ids.ts';
import type { ProfileSummary } from '../profiles/types.ts';
import type { WordRange } from '../transcription/spans.ts';
import type { Region } from './regions.ts';

/** The people whose corrections are in a text, latest first. */
export interface Carers {
  readonly usernames: readonly string[];
  /** The number of further people, up to `limits.corrections.maxCounted`. */
  readonly others: number;
}

/** The proposals for the text of a story, for its author. */
export interface StoryCorrections {
  /** The number of waiting proposals, up to `limits.corrections.maxCounted`. */
  readonly waiting: number;
  /** Whether the agreement of listeners is enough. */
  readonly listenersDecide: boolean;
}

export const receivedStates = ['open', 'accepted'] as const;

/** A proposal that waits for the author of a story, or that is in its text. */
export interface ReceivedCorrection {
  readonly id: string;
  readonly person: ProfileSummary;
  readonly startMs: number;
  readonly endMs: number;
  /** The words of the proposal in the present text or, if it `isOutdated` or accepted, in the text of that time. */
  readonly text: string;
  /** The words from the listener, or the meaning. */
  readonly said: string;
  /** The regions of the meaning. Empty for a correction. */
  readonly regions: readonly Region[];
  /** The text has changed there, so that the author can only decline. */
  readonly isOutdated: boolean;
  readonly createdAt: Date;
}

/** The outcome of a proposal. `applied` if it changed the text. */
export type CorrectionOutcome = 'waiting' | 'applied';

/** The meaning of words of a text, and the regions where they have it. */
export interface Explanation {
  readonly id: string;
  readonly range: WordRange;
  readonly word: string;
  readonly explanation: string;
  readonly regions: readonly Region[];
  readonly person: ProfileSummary;
  /** True for an explanation of the viewer that waits for the author. Missing otherwise. */
  readonly isOpen?: true;
}

/** An explained word of a public story, with the data to play it. */
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
