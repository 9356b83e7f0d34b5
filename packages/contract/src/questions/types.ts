import type { ProfileSummary } from '../profiles/types.ts';

/** A question with its asker, for the page of its link, its asker and the authors of its answers. */
export interface AskedQuestion {
  readonly text: string;
  readonly asker: ProfileSummary;
}

/** The states of the link of a question. */
export const questionStates = ['open', 'answered', 'expired', 'withdrawn'] as const;
export type QuestionState = (typeof questionStates)[number];

/** A question of the viewer. */
export interface OwnQuestion {
  readonly id: string;
  readonly text: string;
  readonly isOnce: boolean;
  readonly state: QuestionState;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Counts the answers that the viewer may hear. */
  readonly answersCount: number;
}

/** The link of a question, which is shown once because only its hash is stored. */
export interface QuestionLink {
  readonly url: string;
  readonly expiresAt: Date;
}
