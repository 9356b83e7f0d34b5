import { retention } from '@relato/contract';
import type { QueueOptions } from 'pg-boss';

const common = {
  retryBackoff: true,
  /** A missing heartbeat reveals a dead worker. pg-boss allows no shorter interval. */
  heartbeatSeconds: 10,
  /** Ended jobs are deleted soon, because mails name users, and because every look at the queues reads them. */
  deleteAfterSeconds: retention.sentMail.hours * 3_600,
} as const;

/** A job that must not be lost, however long the servers are off or the backlog is. */
const lasting = { ...common, retentionSeconds: 365 * 86_400 } as const;

/** Retried until the deletion succeeds, because what a person deleted must not stay. */
const deletion = { ...lasting, retryLimit: 1_000_000, retryDelay: 15, retryDelayMax: 600 } as const;

/** The options for retrying the jobs of each kind. */
export const jobOptions = {
  'inspect-recording': {
    ...lasting,
    retryLimit: 4,
    retryDelay: 2,
    expireInSeconds: 120,
  },
  'transcribe-recording': {
    ...lasting,
    // For unforeseen errors; `limits.transcription` sets the retries after a failure of the provider.
    retryLimit: 4,
    retryDelay: 5,
    retryDelayMax: 300,
    // A local model takes up to an hour for the longest recording, and may have to process another one first.
    expireInSeconds: 10_800,
  },
  'measure-loudness': {
    ...lasting,
    retryLimit: 4,
    retryDelay: 10,
    retryDelayMax: 300,
    expireInSeconds: 180,
  },
  'delete-objects': deletion,
  // Retried for a day with growing delays.
  'send-mail': {
    ...common,
    retryLimit: 32,
    retryDelay: 5,
    retryDelayMax: 3_600,
    expireInSeconds: 120,
  },
  'make-mp3': {
    ...lasting,
    retryLimit: 4,
    retryDelay: 10,
    retryDelayMax: 300,
    expireInSeconds: 600,
  },
  // Retried for as long as the news is of interest. An unreachable browser needs no administrator.
  'send-push': {
    ...common,
    retryLimit: 12,
    retryDelay: 10,
    retryDelayMax: 3_600,
    expireInSeconds: 60,
  },
  'watch-story': {
    ...lasting,
    retryLimit: 6,
    retryDelay: 5,
    retryDelayMax: 600,
    expireInSeconds: 60,
  },
  'forget-transcript': deletion,
} as const satisfies Readonly<Record<string, QueueOptions>>;

/** Dead letters with a handler are retried until the database stores the result. The others wait for an administrator. */
export const deadJobOptions = {
  ...common,
  retryLimit: 1_000_000,
  retryDelay: 5,
  retryDelayMax: 300,
  retentionSeconds: retention.failedJob.days * 86_400,
} as const satisfies QueueOptions;
