import type { UserId } from '@relato/contract/ids';
import { readLocalJson, storeLocal } from '../../../../lib/local-storage.ts';

/** The users whose accounts were deleted here: a tab may store what it records for them long after another one has started. */
const key = 'relato.erased';
/** The oldest can be forgotten, because few people delete more accounts in one browser. */
const maxCount = 20;

// Only a page of this origin writes it, and an id that is none belongs to no recording.
export function readErased(): readonly UserId[] {
  const stored = readLocalJson(key);
  return Array.isArray(stored) ? stored : [];
}

export const isErased = (userId: UserId | null): boolean => readErased().some((id) => id === userId);

/** Stores that this browser must forget the user's recordings, because the page may end before it has. */
export const noteErased = (userId: UserId): void =>
  void storeLocal(
    key,
    JSON.stringify([...readErased().filter((id) => id !== userId), userId].slice(-maxCount)),
  );

/** Calls the listener when another tab deletes an account. */
export function onErased(listener: () => void): void {
  window.addEventListener('storage', ({ key: changed, newValue }) => {
    if (changed === key && newValue !== null) listener();
  });
}
