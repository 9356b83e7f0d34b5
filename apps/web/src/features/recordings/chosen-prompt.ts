import { recorderIdleText } from '../../messages/recordings/idle.ts';
import { readLocal, storeLocal } from '../../lib/local-storage.ts';

const { ideas } = recorderIdleText.prompt;
const key = 'relato.prompt';

/** Returns the index of the prompt on this device: the last one shown, else one for the day. */
export function readChosenPrompt(): number {
  const kept = Number.parseInt(readLocal(key) ?? '', 10);
  return kept in ideas ? kept : new Date().getDate() % ideas.length;
}

/** Stores a chosen prompt, so that it is still there after signing up. */
export const storeChosenPrompt = (index: number): void => void storeLocal(key, String(index));
