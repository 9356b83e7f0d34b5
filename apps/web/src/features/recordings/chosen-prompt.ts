import { recorderIdleText } from '../../messages/recordings/idle.ts';

const { ideas } = recorderIdleText.prompt;
const key = 'relato.prompt';

/** Returns the index of the prompt on this device: the last one shown, else one for the day. */
export function readChosenPrompt(): number {
  const today = new Date().getDate() % ideas.length;
  try {
    const kept = Number.parseInt(localStorage.getItem(key) ?? '', 10);
    return kept in ideas ? kept : today;
  } catch {
    return today;
  }
}

/** Stores a chosen prompt, so that it is still there after signing up. */
export function storeChosenPrompt(index: number): void {
  try {
    localStorage.setItem(key, String(index));
  } catch {
    // With a full or forbidden storage the user sees the prompt again.
  }
}
