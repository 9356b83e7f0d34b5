import { limits } from '@relato/contract/limits';
import type { OriginKind } from '@relato/contract/stories/types';
import { readLocalJson, storeLocal } from './local-storage.ts';

/**
 * The subject of a recording: the question of the last link that was followed, which the recorder shows, also after signing up, until
 * it is answered or put aside; or a story, which comes with the way to the recorder and is kept nowhere.
 */
export interface Answerable {
  /** The id of a story. */
  readonly token: string;
  /** How a story is answered. Missing for a question. */
  readonly kind?: OriginKind;
  /** The title of a story. */
  readonly text: string;
  /** The username of who asks, or of the author. */
  readonly asker: string;
  readonly photo?: string;
  /** The author of a story hears replies before others do. */
  readonly isFirst?: boolean;
}

/** By this device's clock. */
interface Kept {
  readonly question: Answerable;
  readonly untilMs: number;
}

const key = 'relato.question';
const keptMs = limits.question.keptDays * 86_400_000;

/** Where the browser stores nothing it lasts as long as the page. */
let unstored: Kept | null = null;

export function readKeptQuestion(): Answerable | null {
  const kept = unstored ?? readLocalJson(key);
  return isKept(kept) && kept.untilMs > Date.now() ? kept.question : null;
}

export function keepQuestion(question: Answerable): void {
  const kept: Kept = { question, untilMs: Date.now() + keptMs };
  unstored = storeLocal(key, JSON.stringify(kept)) ? null : kept;
}

/** Forgets the question of a link, unless another one was followed since. */
export function forgetQuestion(token: string): void {
  if (readKeptQuestion()?.token === token) forgetKeptQuestion();
}

/** Forgets the question, whichever it is: the user leaves. */
export function forgetKeptQuestion(): void {
  unstored = null;
  storeLocal(key, null);
}

/** An older page may have written it. */
function isKept(value: unknown): value is Kept {
  const question: unknown = Reflect.get(Object(value), 'question');
  return ['token', 'text', 'asker'].every((part) => typeof Reflect.get(Object(question), part) === 'string');
}
