import { visibilityOf } from '@relato/contract/stories/rules';
import type { OriginKind, Story, StoryVisibility } from '@relato/contract/stories/types';
import { askedText as text } from '../../../messages/questions/asked.ts';
import { threadsText } from '../../../messages/stories/threads.ts';
import type { StoryForm } from './story-form.ts';

/** What became of a story that was to answer a question. */
export interface SavedAnswer {
  /** The username. */
  readonly asker: string;
  readonly visibility: StoryVisibility;
  /** True if the story answers nothing after all. */
  readonly isUnanswered: boolean;
  /** The story that it was to answer. Missing for a question. */
  readonly of?: {
    readonly kind: OriginKind;
    readonly title: string;
    readonly isWaiting: boolean;
    /** It was too long for a reply, or never chosen to be one. */
    readonly isKept: boolean;
  };
  /** It is published once a moderator lets it in. */
  readonly isWaiting?: true;
}

/** Returns null for a story that was to answer nothing. */
export function toSavedAnswer({ answer }: StoryForm, story: Story): SavedAnswer | null {
  if (!answer || answer.visibility === 'apart') return null;
  const { kind, asker, text: title } = answer;
  const { question, origin } = story;
  const isKept = kind === 'reply' && answer.visibility === 'private';
  return {
    ...(kind && { of: { kind, title, isWaiting: origin?.isWaiting === true, isKept } }),
    asker,
    visibility: visibilityOf(story),
    // Another device may have saved it, as the answer to something else or to a story that is away.
    isUnanswered: !(kind ? origin?.story : question),
    ...(story.isWaiting && { isWaiting: true as const }),
  };
}

/** Returns what is said of a saved answer, or undefined where there is nothing to say. */
export function toAnswerText(answer: SavedAnswer | undefined): string | undefined {
  const said = answer?.of && threadsText.saved(answer.of, answer);
  if (said) return said;
  if (answer?.isUnanswered && !answer.of) return text.unanswered(answer.asker);
  if (answer?.isWaiting) return text.waiting;
  return answer?.visibility === 'shared' && !answer.of ? text.onlyAsker(answer.asker) : undefined;
}
