// The numbers of the product: each bound, delay and lifetime that users, other packages or the specification can notice. The
// numbers of one noun are in its folder, those of several nouns here, and those of subjects that only servers need in
// `server-limits.ts`. A number of the implementation stays in its own file.
import { accountLimits } from './account/limits.ts';
import { appealLimits } from './appeals/limits.ts';
import { blockLimits } from './blocks/limits.ts';
import { collectionLimits } from './collections/limits.ts';
import { commentLimits } from './comments/limits.ts';
import { correctionLimits } from './corrections/limits.ts';
import { followLimits } from './follows/limits.ts';
import { newsLimits } from './news/limits.ts';
import { playerLimits } from './player/limits.ts';
import { profileLimits } from './profiles/limits.ts';
import { questionLimits } from './questions/limits.ts';
import { reactionLimits } from './reactions/limits.ts';
import { recordingLimits } from './recordings/limits.ts';
import { reportLimits } from './reports/limits.ts';
import { settingsLimits } from './settings/limits.ts';
import { storyLimits } from './stories/limits.ts';
import { transcriptionLimits } from './transcription/limits.ts';

/** Names contain units. `maxLength` and `minLength` count code points. */
export const limits = {
  ...accountLimits,
  ...appealLimits,
  ...blockLimits,
  ...collectionLimits,
  ...commentLimits,
  ...correctionLimits,
  ...followLimits,
  ...newsLimits,
  ...playerLimits,
  ...profileLimits,
  ...questionLimits,
  ...reactionLimits,
  ...recordingLimits,
  ...reportLimits,
  ...settingsLimits,
  ...storyLimits,
  ...transcriptionLimits,
  /** The limits of searching a list of stories, users or tags. */
  search: {
    maxLength: 100,
    /** The shortest word, or beginning of a word, that searches transcripts. */
    spokenLength: 2,
    beginningLength: 3,
    /** The maximal number of users whose name begins with a search. */
    maxPeople: 8,
    /** The maximal number of sentences of a story in which a search was found, and their length after a cut. */
    moment: { maxCount: 6, maxLength: 160 },
  },
  /** The reason that a moderator gives for a decision. */
  moderation: { reason: { maxLength: 500 } },
  /** The interval of reloading the notices, reports, comments, profiles and the single story on the screen. */
  refresh: { intervalMs: 30_000 },
  page: {
    defaultSize: 20,
    maxSize: 50,
    /**
     * A page of stories ends early after this many UTF-16 units of text, which are at most three times as many bytes. A page
     * of the usual size with recordings of five minutes has less.
     */
    maxTextLength: 150_000,
  },
  batch: { maxCalls: 10 },
  /** The timeouts of a browser. Mutations are idempotent and get longer. */
  call: { queryTimeoutMs: 10_000, mutationTimeoutMs: 20_000 },
  /** A worker of the page that is silent for this long has died. */
  worker: { silenceTimeoutMs: 60_000 },
} as const;
