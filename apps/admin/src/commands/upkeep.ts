import type { CounterCheck, CounterDifference, ModerationStats } from '@relato/contract';
import { z } from 'zod';
import { procedureCommand } from '../command.ts';
import { toFields, toTable, type Column } from '../table.ts';

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
