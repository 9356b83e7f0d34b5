import type { RecordingId } from '@relato/contract/ids';
import { useSyncExternalStore } from 'react';
import { isObject } from '../../../../lib/errors/error-data.ts';
import type { Draft } from '../store/draft-store.ts';
import type { SavingProgress } from './save-drafts.ts';
import { createListeners } from '../../../../lib/listeners.ts';

export interface Saving extends SavingProgress {
  readonly draft: Draft;
}

/** The drafts that this tab saves, and those that other tabs report. */
let own: readonly Saving[] = [];
let elsewhere: readonly Saving[] = [];
let savings: readonly Saving[] = [];
const { subscribe, notify } = createListeners();

function change(nextOwn: readonly Saving[], nextElsewhere: readonly Saving[]): void {
  own = nextOwn;
  elsewhere = nextElsewhere;
  savings = [...elsewhere, ...own];
  notify();
}

export const getSavings = (): readonly Saving[] => savings;

export const isSavingDrafts = (): boolean => own.some(({ step }) => step === 'uploading');

/** Calls the listener when a saving changes; returns a function that unsubscribes. */
export const onSavings = subscribe;

/** Stores the progress of a draft; null removes it. Returns whether the step has changed. */
export function setSaving(draft: Draft, progress: SavingProgress | null): boolean {
  const before = own.find((saving) => saving.draft.id === draft.id);
  change(replace(own, { draft, progress }), replace(elsewhere, { draft, progress: null }));
  send({ draft, progress });
  return before?.step !== progress?.step;
}

const isNotSaved = ({ step }: Saving): boolean => step !== 'saved';

/** Removes the saved drafts, once the user has seen them. */
export function forgetSaved(): void {
  change(own.filter(isNotSaved), elsewhere.filter(isNotSaved));
}

/** Removes the drafts of other tabs that ended without a message, which are those that no tab holds. */
export function forgetElsewhere(open: readonly RecordingId[]): void {
  const held = elsewhere.filter(({ draft }) => !open.includes(draft.id));
  if (held.length < elsewhere.length) change(own, held);
}

export function useSavings(): ReadonlyMap<RecordingId, Saving> {
  const current = useSyncExternalStore(onSavings, getSavings);
  return new Map(current.map((saving) => [saving.draft.id, saving]));
}

interface News {
  readonly draft: Draft;
  readonly progress: SavingProgress | null;
}

const name = 'relato.savings';
const question = 'ask';
let channel: BroadcastChannel | null = null;

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none: it is same-origin
const send = (message: News | typeof question): void => channel?.postMessage(message);

/**
 * Shares the progress with the other tabs in both directions. Calls `onStep` when a step in another tab changes. Returns a
 * function that ends the sharing.
 */
export function shareSavings(onStep: (step: SavingProgress['step'] | null) => void): () => void {
  const opened = new BroadcastChannel(name);
  channel = opened;
  opened.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    // Only the tab that saved a draft continues to show it as saved.
    if (data === question)
      for (const { draft, ...progress } of own.filter(isNotSaved)) send({ draft, progress });
    if (!isNews(data)) return;
    const before = elsewhere.find(({ draft }) => draft.id === data.draft.id);
    change(own, replace(elsewhere, data));
    if (before?.step !== data.progress?.step) onStep(data.progress?.step ?? null);
  });
  send(question);
  return () => {
    opened.close();
    if (channel === opened) channel = null;
  };
}

function replace(all: readonly Saving[], { draft, progress }: News): readonly Saving[] {
  const others = all.filter((saving) => saving.draft.id !== draft.id);
  return progress ? [...others, { draft, ...progress }] : others;
}

/** A tab with another version may send other messages. */
function isNews(value: unknown): value is News {
  if (!isObject(value) || !('draft' in value) || !('progress' in value)) return false;
  const { draft, progress } = value;
  if (!isObject(draft) || !('id' in draft) || !('userId' in draft)) return false;
  if (progress === null) return true;
  if (!isObject(progress) || !('step' in progress) || !('ratio' in progress)) return false;
  return (progress.step === 'uploading' || progress.step === 'saved') && typeof progress.ratio === 'number';
}
