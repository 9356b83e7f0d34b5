import type { Command } from './command.ts';
import { appeals } from './commands/appeals.ts';
import { comments } from './commands/comments.ts';
import { doctor } from './commands/doctor.ts';
import { explanations } from './commands/explanations.ts';
import { freezes } from './commands/freezes.ts';
import { jobs } from './commands/jobs.ts';
import { recordings } from './commands/recordings.ts';
import { reports } from './commands/reports.ts';
import { session } from './commands/session.ts';
import { settings } from './commands/settings.ts';
import { statements } from './commands/statements.ts';
import { stories } from './commands/stories.ts';
import { transcription } from './commands/transcription.ts';
import { upkeep } from './commands/upkeep.ts';
import { users } from './commands/users.ts';
import { words } from './commands/words.ts';

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  [session, reports, words, stories, freezes, comments, explanations, appeals, statements, users],
  [recordings, transcription, jobs, settings, upkeep, doctor],
].flat(2);
