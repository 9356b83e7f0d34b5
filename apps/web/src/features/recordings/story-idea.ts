import { recorderText } from '../../messages/recorder.ts';

const { ideas } = recorderText.prompt;
const key = 'relato.prompt';

/** Which idea the recorder proposes on this device: the one that was last on screen, else one for the day. */
export function readStoryIdea(): number {
  const today = new Date().getDate() % ideas.length;
  try {
    const kept = Number.parseInt(localStorage.getItem(key) ?? '', 10);
    return kept in ideas ? kept : today;
  } catch {
    return today;
  }
}

/** Keeps an idea that was asked for, also for after an account was made. */
export function storeStoryIdea(index: number): void {
  try {
    localStorage.setItem(key, String(index));
  } catch {
    // A full or forbidden storage only costs meeting the idea again.
  }
}
