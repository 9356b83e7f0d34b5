import { visibilityOf } from '@relato/contract/stories/rules';
import type { OriginKind, Story, StoryVisibility } from '@relato/contract/stories/types';
import { askedText as text } from '../../../messages/questions/asked.ts';
import { answersText } from '../../../messages/recordings/answers.ts';
import type { FormAnswer, StoryForm } from './story-form.ts';

/** The outcome of a story that was meant as an answer. */
export interface SavedAnswer {
  /** The username of the asker. */
  readonly asker: string;
  readonly visibility: StoryVisibility;
  /** True if the story answers nothing after all. */
  readonly isUnanswered: boolean;
  /** The story that it answers. Missing for a question. */
  readonly of?: {
    readonly kind: OriginKind;
    readonly title: string;
    readonly isWaiting: boolean;
    /** True if it was too long for a reply, or never saved as one. */
    readonly isKept: boolean;
  };
  /** True if a moderator must approve it before it is published. */
  readonly isWaiting?: true;
}

/** Returns null for a story that was not meant as an answer. */
export function toSavedAnswer({ answer }: StoryForm, story: Story): SavedAnswer | null {
  if (!answer || answer.visibility === 'apart') return null;
  const { kind, asker, text: title } = answer;
  const { question, origin } = story;
  const isKept = kind === 'reply' && answer.visibility === 'private';
  return {
    ...(kind && { of: { kind, title, isWaiting: origin?.isWaiting === true, isKept } }),
    asker,
    visibility: visibilityOf(story),
    // Another device may have saved the recording as an answer to something else, or the other story may be gone.
    isUnanswered: !(kind ? origin?.story : question),
    ...(story.isWaiting && { isWaiting: true as const }),
  };
}

/** Forgets a question whose answer is saved or queued. A story apart leaves it open. */
export function forgetAnswered(answer: FormAnswer | undefined, forget: (token: string) => void): void {
  if (answer && answer.visibility !== 'apart') forget(answer.token);
}

/** Returns the text about a saved answer; undefined if none is needed. */
export function toAnswerText(answer: SavedAnswer | undefined): string | undefined {
  const said = answer?.of && answersText.saved(answer.of, answer);
  if (said) return answer.isWaiting ? `${said} ${text.waiting}` : said;
  if (answer?.isUnanswered && !answer.of) return text.unanswered(answer.asker);
  if (answer?.isWaiting) return text.waiting;
  return answer?.visibility === 'shared' && !answer.of ? text.onlyAsker(answer.asker) : undefined;
}
