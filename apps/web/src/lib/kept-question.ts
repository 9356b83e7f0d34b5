import { limits } from '@relato/contract/limits';
import type { OriginKind } from '@relato/contract/stories/types';
import { readLocalJson, storeLocal } from './local-storage.ts';

/**
 * The subject of a recording. Either the question of the last followed link, which the recorder shows until it is answered
 * or put aside, also after a sign-up; or a story, which comes with the navigation to the recorder and is stored nowhere.
 */
export interface Answerable {
  /** The token of a question, or the id of a story. */
  readonly token: string;
  /** The way in which a story is answered. Missing for a question. */
  readonly kind?: OriginKind;
  /** The text of a question, or the title of a story. */
  readonly text: string;
  /** The username of the asker, or of the author. */
  readonly asker: string;
  /** The id of the asker of a question. Missing for a story, and in what an older page has stored. */
  readonly askerId?: string;
  readonly photo?: string;
  /** True if the author of the story approves replies before others hear them. */
  readonly isFirst?: boolean;
  /** The id of the user whom the answer is asked of. Missing for a visitor, until they sign in. */
  readonly owner?: string | undefined;
}

/** By this device's clock. */
interface Kept {
  readonly question: Answerable;
  readonly untilMs: number;
}

/** `SessionSync` reads it too, because it loads this module only if there is a question. */
const key = 'relato.question';
const keptMs = limits.question.keptDays * 86_400_000;

/** The question of a browser that stores nothing, which lasts as long as the page. */
let unstored: Kept | null = null;

export function readKeptQuestion(): Answerable | null {
  return readKept()?.question ?? null;
}

export const keepQuestion = (question: Answerable): void => store({ question, untilMs: Date.now() + keptMs });

/** Forgets the question if it is another user's than this one's; all users' for a visitor, whose id is null. */
export function keepQuestionFor(userId: string | null): void {
  const kept = readKept();
  const question = kept && toOwn(kept.question, userId);
  if (question) store({ ...kept, question });
  else forgetKeptQuestion();
}

/** Returns the question as that of the user, or of a visitor with null; null if it is another user's, or asked by the user. */
export function toOwn(question: Answerable | null, userId: string | null): Answerable | null {
  if (userId !== null && question?.askerId === userId) return null;
  if (question?.owner === undefined)
    return question && userId !== null ? { ...question, owner: userId } : question;
  return question.owner === userId ? question : null;
}

/** Forgets the question with this token, unless another link was followed since. */
export function forgetQuestion(token: string): void {
  if (readKeptQuestion()?.token === token) forgetKeptQuestion();
}

function forgetKeptQuestion(): void {
  unstored = null;
  storeLocal(key, null);
}

function readKept(): Kept | null {
  const kept = unstored ?? readLocalJson(key);
  return isKept(kept) && kept.untilMs > Date.now() ? kept : null;
}

function store(kept: Kept): void {
  unstored = storeLocal(key, JSON.stringify(kept)) ? null : kept;
}

/** An older page may have written it. */
function isKept(value: unknown): value is Kept {
  const question: unknown = Reflect.get(Object(value), 'question');
  return ['token', 'text', 'asker'].every((part) => typeof Reflect.get(Object(question), part) === 'string');
}
