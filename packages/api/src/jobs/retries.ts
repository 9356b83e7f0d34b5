import { retention } from '@relato/contract';
import type { QueueOptions } from 'pg-boss';

/** A missing heartbeat reveals a dead worker. pg-boss allows no shorter interval. */
const heartbeatSeconds = 10;

/** How the jobs of each kind are tried again. */
export const jobOptions = {
  'inspect-recording': {
    retryLimit: 4,
    retryDelay: 2,
    retryBackoff: true,
    expireInSeconds: 120,
    heartbeatSeconds,
  },
  'transcribe-recording': {
    // For unforeseen errors. A failure of the provider is tried again by `limits.transcription`.
    retryLimit: 4,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 300,
    // A model on this machine takes up to an hour for the longest recording, and another may be before it.
    expireInSeconds: 10_800,
    heartbeatSeconds,
  },
  // Retried until the store has deleted the objects, because deleted content must not stay.
  'delete-objects': {
    retryLimit: 1_000_000,
    retryDelay: 15,
    retryBackoff: true,
    retryDelayMax: 600,
    retentionSeconds: 365 * 86_400,
    heartbeatSeconds,
  },
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
  // Tried for as long as the news is of interest. A browser that cannot be reached is no matter for an administrator.
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
  'forget-transcript': { retryLimit: 4, retryDelay: 60, retryBackoff: true, heartbeatSeconds },
} as const satisfies Readonly<Record<string, QueueOptions>>;

/**
 * Dead letters with a handler are tried until the database takes the verdict. The others wait for an administrator.
 */
export const deadJobOptions = {
  retryLimit: 1_000_000,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 300,
  retentionSeconds: retention.failedJob.days * 86_400,
  heartbeatSeconds,
} as const satisfies QueueOptions;
