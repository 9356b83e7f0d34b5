import { z } from 'zod';
import { userId } from '../ids.ts';
import { limits } from '../limits.ts';
import { pageInput } from '../paging.ts';
import { storedText } from '../text/schema.ts';
import { checkMutedWord } from './rules.ts';
import { blockKinds } from './types.ts';

export const blockInput = z.object({ userId });
/** Without days a mute lasts until it is undone. */
export const muteInput = blockInput.extend({ days: z.literal(limits.block.muteDays).nullish() });
/** Names what it undoes: an open tab that undoes a mute does not undo the block that came after it. */
export const undoBlockInput = blockInput.extend({ kind: z.enum(blockKinds) });
export const listBlocksInput = pageInput;
export const mutedWordInput = z.object({ word: storedText(checkMutedWord, limits.mutedWord) });
