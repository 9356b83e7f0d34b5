import type { UserId } from '@relato/contract/ids';
import { readLocalJson, storeLocal } from '../../../../lib/local-storage.ts';

/** The users whose accounts were deleted here. Each stays until a later page finds no recording of theirs. */
const key = 'relato.erased';

// Only a page of this origin writes it, and an id that is none belongs to no recording.
export function readErased(): readonly UserId[] {
  const stored = readLocalJson(key);
  return Array.isArray(stored) ? stored : [];
}

export const isErased = (userId: UserId | null): boolean => readErased().some((id) => id === userId);

/** Stores that this browser must forget the user's recordings, because the page may end before it has. */
export const noteErased = (userId: UserId): void =>
  store([...readErased().filter((id) => id !== userId), userId]);

export const forgetErased = (userId: UserId): void => store(readErased().filter((id) => id !== userId));

/** Calls the listener when another tab deletes an account. */
export function onErased(listener: () => void): void {
  window.addEventListener('storage', ({ key: changed, newValue }) => {
    if (changed === key && newValue !== null) listener();
  });
}

const store = (users: readonly UserId[]): void =>
  void storeLocal(key, users.length === 0 ? null : JSON.stringify(users));
