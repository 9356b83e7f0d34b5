import {
  failedJobInput,
  failedJobsInput,
  moderationLogInput,
  type CounterCheck,
  type CounterDifference,
  type ModerationLogEntry,
  type ModerationStats,
} from '@relato/contract';
import { z } from 'zod';
import { listCommand, procedureCommand } from '../command.ts';
import { toFields, toHandle, toTable, type Column } from '../table.ts';

const noInput = z.object({});

const toSize = (bytes: number): string =>
  new Intl.NumberFormat('en', { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(
    bytes / 1_000_000,
  );

const toStatsLines = ({ users, stories, reports, jobs, ...stats }: ModerationStats): string[] =>
  toFields([
    ['Users', `${users.total}, ${users.suspended} suspended`],
    ['Stories', `${stories.total}, ${stories.published} public, ${stories.hidden} hidden`],
    ['Comments', stats.comments],
    ['Audio', toSize(stats.audioBytes)],
    ['Reports', `${reports.pending} pending, ${reports.reviewing} in review`],
    ['Appeals', `${stats.openAppeals} open`],
    ['Inspections', `${stats.failedInspections} failed`],
    ['Transcriptions', `${stats.failedTranscriptions} failed`],
    ['Jobs', `${jobs.queued} queued, ${jobs.active} active, ${jobs.failed} failed`],
    ['Deletions', `${jobs.failingDeletions} failing, being retried`],
  ]);

export const showStats = procedureCommand({
  summary: 'Shows the number of users, stories, reports, jobs and more',
  input: noInput,
  call: ({ client }) => client.admin.stats.query(),
  toLines: toStatsLines,
});

const differenceColumns: readonly Column<CounterDifference>[] = [
  { heading: 'COUNTER', of: ({ counter }) => counter },
  { heading: 'OF', of: ({ id }) => id },
  { heading: 'STORED', of: ({ stored }) => stored },
  { heading: 'COUNTED', of: ({ counted }) => counted },
];

const toCheckLines =
  (verb: string) =>
  ({ total, differences }: CounterCheck): string[] => {
    if (total === 0) return ['Every counter is correct'];
    const more = total > differences.length ? `, of which these are the first ${differences.length}` : '';
    return [...toTable(differenceColumns, differences), '', `${total} ${verb}${more}`];
  };

export const verifyCounters = procedureCommand({
  summary: 'Compares every counter with the rows that it counts',
  input: noInput,
  call: ({ client }) => client.admin.verifyCounters.query(),
  toLines: toCheckLines('wrong'),
});

export const repairCounters = procedureCommand({
  summary: 'Corrects every counter',
  input: noInput,
  asks: true,
  call: async ({ client, confirm }) => {
    await confirm('Correct the counters of all stories and users?');
    return client.admin.repairCounters.mutate();
  },
  toLines: toCheckLines('repaired'),
});

const logColumns: readonly Column<ModerationLogEntry>[] = [
  { heading: 'AT', of: ({ createdAt }) => createdAt },
  { heading: 'BY', of: ({ actor }) => toHandle(actor) },
  { heading: 'ACTION', of: ({ action }) => action },
  { heading: 'TARGET', of: ({ targetType }) => targetType },
  { heading: 'ID', of: ({ targetId }) => targetId },
  { heading: 'REASON', of: ({ reason }) => reason },
];

export const showLog = listCommand({
  summary: 'Lists the actions of moderators, newest first; the log cannot be changed',
  input: moderationLogInput,
  about: {
    action: 'only this action',
    targetType: 'only actions on this type',
    targetId: 'only actions on this story, comment, user or recording',
    actorId: 'only actions of this moderator',
  },
  call: (client, input) => client.admin.log.query(input),
  columns: () => logColumns,
  empty: 'Nothing yet',
});

const jobAbout = { id: 'the job, as `jobs list` names it' };

export const listFailedJobs = listCommand({
  summary: 'Lists jobs that failed for good, such as mails, last failed first',
  input: failedJobsInput,
  about: { job: 'only jobs of this kind' },
  call: (client, input) => client.admin.failedJobs.query(input),
  columns: () => [
    { heading: 'ID', of: ({ id }) => id },
    { heading: 'JOB', of: ({ job }) => job },
    { heading: 'ABOUT', of: ({ about }) => about },
    { heading: 'FAILED', of: ({ failedAt }) => failedAt },
    { heading: 'ERROR', of: ({ error }) => error },
  ],
  empty: 'None failed',
});

export const retryJob = procedureCommand({
  summary: 'Runs a job again, after its cause of failure is fixed',
  input: failedJobInput,
  positionals: ['id'],
  about: jobAbout,
  call: ({ client }, input) => client.admin.retryJob.mutate(input),
  toLines: () => ['Queued again'],
});

export const dropJob = procedureCommand({
  summary: 'Deletes a job that failed; it is never run again',
  input: failedJobInput,
  positionals: ['id'],
  about: jobAbout,
  asks: true,
  call: async ({ client, confirm }, input) => {
    await confirm(`Delete the job ${input.id} for good?`);
    return client.admin.dropJob.mutate(input);
  },
  toLines: () => ['Dropped'],
});
