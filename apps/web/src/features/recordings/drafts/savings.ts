import type { RecordingId } from '@relato/contract/ids';
import { useSyncExternalStore } from 'react';
import type { Draft } from './draft-store.ts';
import type { SavingProgress } from './save-drafts.ts';

/** A draft that this tab is saving, or has saved. */
export interface Saving extends SavingProgress {
  readonly draft: Draft;
}

let savings: readonly Saving[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Saving[]): void {
  savings = next;
  for (const listener of listeners) listener();
}

/** Returns whether this tab is sending a draft. */
export const isSavingDrafts = (): boolean => savings.some(({ step }) => step === 'uploading');

/** Calls `listener` when a saving changes; returns a function that unsubscribes. */
export function onSavings(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Notes how far a draft is; null when it was not saved. Returns whether its step has changed. */
export function setSaving(draft: Draft, progress: SavingProgress | null): boolean {
  const before = savings.find((saving) => saving.draft.id === draft.id);
  const others = savings.filter((saving) => saving !== before);
  change(progress ? [...others, { draft, ...progress }] : others);
  return before?.step !== progress?.step;
}

/** Forgets what is saved, once it was seen. */
export const forgetSaved = (): void => change(savings.filter(({ step }) => step !== 'saved'));

/** The drafts that this tab is saving or has saved, by their ids. */
export function useSavings(): ReadonlyMap<RecordingId, Saving> {
  const current = useSyncExternalStore(onSavings, () => savings);
  return new Map(current.map((saving) => [saving.draft.id, saving]));
}
