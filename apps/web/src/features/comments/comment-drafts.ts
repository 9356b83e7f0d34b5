import type { CommentId } from '@relato/contract/ids';
import { useSyncExternalStore } from 'react';
import { isObject } from '../../lib/errors/error-data.ts';
import { onTabForgotten, readFromTab, storeInTab } from '../../lib/tab-storage.ts';
import { createListeners } from '../../lib/listeners.ts';

/** The comment that the user is writing under a story. It survives cards that unmount, and a reload. */
interface CommentDraft {
  readonly content: string;
  /** The last message that was sent: sending it again is the same comment, whether or not the answer arrived. */
  readonly attempt: { readonly id: CommentId; readonly message: string } | null;
  readonly isSending: boolean;
  /** The error of the last attempt, or its text. */
  readonly error: unknown;
}

const emptyDraft: CommentDraft = { content: '', attempt: null, isSending: false, error: null };
const keyOf = (storyId: string) => `comment.${storyId}`;

let drafts: ReadonlyMap<string, CommentDraft> = new Map();
const { subscribe, notify } = createListeners();

export function getDraft(storyId: string): CommentDraft {
  const known = drafts.get(storyId);
  if (known) return known;
  const draft = readStored(storyId);
  drafts = new Map(drafts).set(storyId, draft);
  return draft;
}

function setDraft(storyId: string, draft: CommentDraft): void {
  drafts = new Map(drafts).set(storyId, draft);
  store(storyId, draft);
  notify();
}

onTabForgotten(() => {
  drafts = new Map();
  notify();
});

export const useDraft = (storyId: string): CommentDraft =>
  useSyncExternalStore(subscribe, () => getDraft(storyId));

export const writeDraft = (storyId: string, content: string): void =>
  setDraft(storyId, { ...getDraft(storyId), content, error: null });

/**
 * Returns the id for sending `message` (all parts of the comment), or null while another send is in flight, after a
 * double tap or from before the card was mounted again.
 */
export function beginSending(storyId: string, message: string): CommentId | null {
  const draft = getDraft(storyId);
  if (draft.isSending) return null;
  // The schema of the brand needs Zod, which stays out of the browser; the server checks every id.
  const id = draft.attempt?.message === message ? draft.attempt.id : (crypto.randomUUID() as CommentId);
  setDraft(storyId, { ...draft, attempt: { id, message }, isSending: true, error: null });
  return id;
}

/** The comment arrived. Text that was typed since then stays. */
export function endSending(storyId: string, sentContent: string): void {
  const { content } = getDraft(storyId);
  setDraft(storyId, content === sentContent ? emptyDraft : { ...emptyDraft, content });
}

/** The outcome is unknown: the text stays, and so does the id for another try. */
export const failSending = (storyId: string, error: unknown): void =>
  setDraft(storyId, { ...getDraft(storyId), isSending: false, error });

const store = (storyId: string, { content, attempt }: CommentDraft): void =>
  storeInTab(keyOf(storyId), content === '' ? null : { content, attempt });

function readStored(storyId: string): CommentDraft {
  const value = readFromTab(keyOf(storyId));
  if (!isObject(value)) return emptyDraft;
  const { content, attempt } = value as Partial<CommentDraft>; // each part is checked below
  if (typeof content !== 'string') return emptyDraft;
  const isAttempt = typeof attempt?.id === 'string' && typeof attempt.message === 'string';
  return { ...emptyDraft, content, attempt: isAttempt ? attempt : null };
}
