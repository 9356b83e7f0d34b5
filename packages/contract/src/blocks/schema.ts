import { z } from 'zod';
import { userId } from '../ids.ts';
import { limits } from '../limits.ts';
import { storedText } from '../text/schema.ts';
import { checkMutedWord } from './rules.ts';
import { blockKinds } from './types.ts';

export const blockInput = z.object({ userId });
/** A mute without days lasts until the user undoes it. */
export const muteInput = blockInput.extend({ days: z.literal(limits.block.muteDays).nullish() });
/** The kind protects a later block: an open tab that undoes a mute does not undo the block that replaced it. */
export const undoBlockInput = blockInput.extend({ kind: z.enum(blockKinds) });
export const mutedWordInput = z.object({ word: storedText(checkMutedWord, limits.mutedWord) });
