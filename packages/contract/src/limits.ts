// The numbers of the product: each bound, delay and lifetime that a user, another package or the specification can notice.
// Those of a noun are in its folder, those of several nouns here; a number of the machinery stays in the file that needs it.
import { accountLimits } from './account/limits.ts';
import { adminLimits } from './admin/limits.ts';
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

/** Names carry units; `maxLength` and `minLength` count code points. */
export const limits = {
  ...accountLimits,
  ...adminLimits,
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
  /** Of a list of stories, users or tags. */
  search: {
    maxLength: 100,
    /** The shortest word that is looked for in what was said, and the shortest beginning of one. */
    spokenLength: 2,
    beginningLength: 3,
    /** The users whose name begins with a search, at most. */
    maxPeople: 8,
    /** The sentences of a story in which a search was found, at most, and the length to which they are cut. */
    moment: { maxCount: 6, maxLength: 160 },
  },
  /** The reason that a moderator gives for a decision. */
  moderation: { reason: { maxLength: 500 } },
  /** How often the notices, reports, comments, profiles and the single story on the screen are loaded again. */
  refresh: { intervalMs: 30_000 },
  page: {
    defaultSize: 20,
    maxSize: 50,
    /**
     * A page of stories ends early behind so many UTF-16 units of text, which are at most three times as many bytes. A page of the
     * usual size with recordings of five minutes has less.
     */
    maxTextLength: 150_000,
  },
  batch: { maxCalls: 10 },
  /** How long a browser waits for an answer. Mutations are idempotent and get longer. */
  call: { queryTimeoutMs: 10_000, mutationTimeoutMs: 20_000 },
  /** A worker of the page that says nothing for so long has died. */
  worker: { silenceTimeoutMs: 60_000 },
  body: { maxBytes: 100_000 },
  /**
   * How far behind its primary a replica may be that is read from, how often that is checked, how long it may take to answer
   * the check, and how long it is left alone after a read that failed.
   */
  replica: { maxLagMs: 5_000, checkMs: 200, answerMs: 500, restMs: 1_000 },
  /** For one call. The largest input is that of the peaks, with a hundred values. */
  input: { maxValues: 1_000, maxDepth: 8 },
} as const;
