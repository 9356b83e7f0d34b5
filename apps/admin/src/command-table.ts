import type { Command } from './command.ts';
import { signIn, signOut, whoami } from './commands/sign-in.ts';
import {
  dropJob,
  listFailedJobs,
  repairCounters,
  retryJob,
  showLog,
  showStats,
  verifyCounters,
} from './commands/admin.ts';
import { decideAppeal, listAppeals } from './commands/appeals.ts';
import { listComments, removeComment } from './commands/comments.ts';
import {
  dropInspection,
  listFailedInspections,
  repairStorage,
  retryInspection,
  verifyStorage,
} from './commands/recordings.ts';
import {
  dismissReports,
  listReports,
  nextReports,
  resolveReports,
  reviewReports,
} from './commands/reports.ts';
import { getSettings, setSettings } from './commands/settings.ts';
import { hideStory, listHiddenStories, listStories, restoreStory, showStory } from './commands/stories.ts';
import {
  listFailedTranscriptions,
  repeatTranscriptions,
  retryTranscription,
} from './commands/transcription.ts';
import { listUsers, restoreUser, setRole, suspendUser } from './commands/users.ts';

/** All commands by name. The parser and the help are derived from it. */
export const commands: ReadonlyMap<string, Command> = new Map([
  ['sign-in', signIn],
  ['sign-out', signOut],
  ['whoami', whoami],
  ['reports list', listReports],
  ['reports next', nextReports],
  ['reports review', reviewReports],
  ['reports resolve', resolveReports],
  ['reports dismiss', dismissReports],
  ['stories list', listStories],
  ['stories hidden', listHiddenStories],
  ['stories show', showStory],
  ['stories hide', hideStory],
  ['stories restore', restoreStory],
  ['comments list', listComments],
  ['comments remove', removeComment],
  ['appeals list', listAppeals],
  ['appeals decide', decideAppeal],
  ['users list', listUsers],
  ['users suspend', suspendUser],
  ['users restore', restoreUser],
  ['users role', setRole],
  ['inspection failed', listFailedInspections],
  ['inspection retry', retryInspection],
  ['inspection drop', dropInspection],
  ['transcription failed', listFailedTranscriptions],
  ['transcription retry', retryTranscription],
  ['transcription repeat', repeatTranscriptions],
  ['jobs list', listFailedJobs],
  ['jobs retry', retryJob],
  ['jobs drop', dropJob],
  ['settings get', getSettings],
  ['settings set', setSettings],
  ['stats', showStats],
  ['counters verify', verifyCounters],
  ['counters repair', repairCounters],
  ['storage verify', verifyStorage],
  ['storage repair', repairStorage],
  ['log', showLog],
]);
