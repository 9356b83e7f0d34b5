import { prompts } from '../messages/recordings/prompts.ts';
import { readLocal, storeLocal } from './local-storage.ts';

const key = 'relato.prompt';
const msPerDay = 86_400_000;

/** Counts the days in the time zone of this device. */
function readDay(): number {
  const now = new Date();
  return Math.floor(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / msPerDay);
}

/** Returns the index of today's prompt. */
export const toDailyPrompt = (): number => readDay() % prompts.length;

/** Returns the index of the prompt that was chosen on this device today, or else that of the day. */
export function readChosenPrompt(): number {
  const [day, index] = (readLocal(key) ?? '').split(' ').map(Number);
  return day === readDay() && index !== undefined && index in prompts ? index : toDailyPrompt();
}

/** Stores the chosen prompt for today, so that it survives a sign-up and still shows during the review. */
export const storeChosenPrompt = (index: number): void => void storeLocal(key, `${readDay()} ${index}`);
