import { retention } from '@relato/contract';
import type { QueueOptions } from 'pg-boss';

/** A missing heartbeat reveals a dead worker. pg-boss allows no shorter interval. */
const heartbeatSeconds = 10;

/** Retried until the deletion succeeds, because what a person deleted must not stay. */
const deletion = {
  retryLimit: 1_000_000,
  retryDelay: 15,
  retryBackoff: true,
  retryDelayMax: 600,
  retentionSeconds: 365 * 86_400,
  heartbeatSeconds,
} as const;

/** The options for retrying the jobs of each kind. */
export const jobOptions = {
  'inspect-recording': {
    retryLimit: 4,
    retryDelay: 2,
    retryBackoff: true,
    expireInSeconds: 120,
    heartbeatSeconds,
  },
  'transcribe-recording': {
    // For unforeseen errors; `limits.transcription` sets the retries after a failure of the provider.
    retryLimit: 4,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 300,
    // A local model takes up to an hour for the longest recording, and may have to process another one first.
    expireInSeconds: 10_800,
    heartbeatSeconds,
  },
  'measure-loudness': {
    retryLimit: 4,
    retryDelay: 10,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: 180,
    heartbeatSeconds,
  },
  'delete-objects': deletion,
  // Retried for a day with growing delays. Sent mails are deleted soon, because they name users.
  'send-mail': {
    retryLimit: 32,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3_600,
    expireInSeconds: 120,
    deleteAfterSeconds: retention.sentMail.hours * 3_600,
    heartbeatSeconds,
  },
  'make-mp3': {
    retryLimit: 4,
    retryDelay: 10,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: 600,
    heartbeatSeconds,
  },
  // Retried for as long as the news is of interest. An unreachable browser needs no administrator.
  'send-push': {
    retryLimit: 12,
    retryDelay: 10,
    retryBackoff: true,
    retryDelayMax: 3_600,
    expireInSeconds: 60,
    deleteAfterSeconds: retention.sentMail.hours * 3_600,
    heartbeatSeconds,
  },
  'watch-story': {
    retryLimit: 6,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 600,
    expireInSeconds: 60,
    deleteAfterSeconds: 3_600,
    heartbeatSeconds,
  },
  'forget-transcript': deletion,
} as const satisfies Readonly<Record<string, QueueOptions>>;

/** Dead letters with a handler are retried until the database stores the result. The others wait for an administrator. */
export const deadJobOptions = {
  retryLimit: 1_000_000,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 300,
  retentionSeconds: retention.failedJob.days * 86_400,
  heartbeatSeconds,
} as const satisfies QueueOptions;
