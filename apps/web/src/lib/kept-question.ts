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
  readonly photo?: string;
  /** True if the author of the story approves replies before others hear them. */
  readonly isFirst?: boolean;
}

/** By this device's clock. */
interface Kept {
  readonly question: Answerable;
  readonly untilMs: number;
}

const key = 'relato.question';
const keptMs = limits.question.keptDays * 86_400_000;

/** The question of a browser that stores nothing, which lasts as long as the page. */
let unstored: Kept | null = null;

export function readKeptQuestion(): Answerable | null {
  const kept = unstored ?? readLocalJson(key);
  return isKept(kept) && kept.untilMs > Date.now() ? kept.question : null;
}

export function keepQuestion(question: Answerable): void {
  const kept: Kept = { question, untilMs: Date.now() + keptMs };
  unstored = storeLocal(key, JSON.stringify(kept)) ? null : kept;
}

/** Forgets the question with this token, unless another link was followed since. */
export function forgetQuestion(token: string): void {
  if (readKeptQuestion()?.token === token) forgetKeptQuestion();
}

/** Forgets the question, because the user signs out. */
export function forgetKeptQuestion(): void {
  unstored = null;
  storeLocal(key, null);
}

/** An older page may have written it. */
function isKept(value: unknown): value is Kept {
  const question: unknown = Reflect.get(Object(value), 'question');
  return ['token', 'text', 'asker'].every((part) => typeof Reflect.get(Object(question), part) === 'string');
}
