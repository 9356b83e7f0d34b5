import { prompts } from '../messages/recordings/prompts.ts';
import { readLocal, storeLocal } from './local-storage.ts';

const key = 'relato.prompt';
const msPerDay = 86_400_000;

/** Counts the days by the calendar of this device. */
function readDay(): number {
  const now = new Date();
  return Math.floor(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / msPerDay);
}

/** Returns the index of the prompt that has its turn today. */
export const toDailyPrompt = (): number => readDay() % prompts.length;

/** Returns the index of the prompt on this device: the one that was chosen today, else that of the day. */
export function readChosenPrompt(): number {
  const [day, index] = (readLocal(key) ?? '').split(' ').map(Number);
  return day === readDay() && index !== undefined && index in prompts ? index : toDailyPrompt();
}

/** Stores a chosen prompt for today, so that it is still there after signing up, and when the recording is reviewed. */
export const storeChosenPrompt = (index: number): void => void storeLocal(key, `${readDay()} ${index}`);
