import {
  adminLimits,
  moderationLogInput,
  type CounterCheck,
  type DayFigures,
  type ModerationStats,
  type Overview,
  type QueueState,
  type RowCount,
  type SpaceTrend,
} from '@relato/contract';
import { list, noInput, procedure } from '../command.ts';
import { exitCodes } from '../errors.ts';
import { toHandle, toRecord, toTable } from '../table.ts';

const megabytes = new Intl.NumberFormat('en', {
  style: 'unit',
  unit: 'megabyte',
  maximumFractionDigits: 1,
});

const printStats = ({ users, stories, reports, jobs, ...stats }: ModerationStats): string[] =>
  toRecord({
    Users: `${users.total}, ${users.suspended} suspended`,
    Stories: `${stories.total}, ${stories.published} public, ${stories.hidden} hidden`,
    Comments: stats.comments,
    Audio: megabytes.format(stats.audioBytes / 1_000_000),
    Reports: `${reports.pending} pending, ${reports.reviewing} in review`,
    Appeals: `${stats.openAppeals} open`,
    Inspections: `${stats.failedInspections} failed`,
    Transcriptions: `${stats.failedTranscriptions} failed`,
    Jobs: `${jobs.queued} queued, ${jobs.active} active, ${jobs.failed} failed`,
    Deletions: `${jobs.failingDeletions} failing, being retried`,
  });

const unknown = 'could not be read';
const precisions = { exact: '', estimate: 'about ', more: 'more than ' } as const;
const toNumber = ({ count, precision }: RowCount): string => `${precisions[precision]}${count}`;
const toMegabytes = (bytes: number): string => megabytes.format(bytes / 1_000_000);
const toAge = (seconds: number | null): string =>
  seconds === null ? 'none' : `${Math.floor(seconds / 3_600)} h old`;
const toQueue = ({ waiting, oldestSeconds, failed }: QueueState): string =>
  `${waiting} waiting, the oldest for ${Math.round(oldestSeconds)} s${failed === null ? '' : `, ${failed} failed`}`;

const toTrend = ({ days, bytesPerDay, fullOn }: SpaceTrend): string =>
  bytesPerDay === null
    ? `no trend after ${days} of ${adminLimits.space.minDays} days`
    : `${toMegabytes(bytesPerDay)} a day${fullOn === null ? '' : `, full on ${fullOn}`}`;

const printOverview = (found: Overview): string[] => {
  const { users, stories, moderation, disk, database, trends, engine, queues, backup } = found;
  const ofQueue = (queue: keyof NonNullable<Overview['queues']>) =>
    queues ? toQueue(queues[queue]) : unknown;
  return toRecord({
    Users: users ? `${toNumber(users.total)}, ${toNumber(users.newThisWeek)} new this week` : unknown,
    Stories: stories
      ? `${toNumber(stories.public)} public, ${toNumber(stories.others)} others, ${toNumber(stories.waiting)} waiting, ${toNumber(stories.unchecked)} failed inspections`
      : unknown,
    'Oldest report': moderation ? toAge(moderation.oldestReportSeconds) : unknown,
    'Oldest appeal': moderation ? toAge(moderation.oldestAppealSeconds) : unknown,
    Disk: disk ? `${toMegabytes(disk.freeBytes)} of ${toMegabytes(disk.bytes)} free` : unknown,
    Database: database ? toMegabytes(database.bytes) : unknown,
    'Disk grows': trends ? toTrend(trends.disk) : unknown,
    'Database grows': trends ? toTrend(trends.database) : unknown,
    Transcriber: engine,
    Transcriptions: ofQueue('transcriptions'),
    Mails: ofQueue('mails'),
    Pushes: ofQueue('pushes'),
    Backup: backup ? toAge(backup.ageSeconds) : unknown,
  });
};

const toCell = <Value>(value: Value | null, print: (known: Value) => string): string | null =>
  value === null ? null : print(value);

const printDays = (days: readonly DayFigures[]): string[] =>
  days.length === 0
    ? ['Nothing yet']
    : toTable(
        days.map((figures) => ({
          DAY: figures.day,
          DISK: toCell(figures.diskUsedBytes, toMegabytes),
          DATABASE: toMegabytes(figures.databaseBytes),
          USERS: figures.users,
          STORIES: figures.stories,
          PUBLIC: figures.publicStories,
          'OLDEST REPORT': toCell(figures.oldestReportSeconds, (seconds) =>
            toAge(seconds === 0 ? null : seconds),
          ),
        })),
      );

const printCounters =
  (verb: string) =>
  ({ total, differences }: CounterCheck): string[] => {
    if (total === 0) return ['Every counter is correct'];
    const more = total > differences.length ? `, of which these are the first ${differences.length}` : '';
    const rows = differences.map(({ counter, id, stored, counted }) => ({
      COUNTER: counter,
      OF: id,
      STORED: stored,
      COUNTED: counted,
    }));
    return [...toTable(rows), '', `${total} ${verb}${more}`];
  };

export const upkeep = [
  procedure('overview', noInput, {
    summary: 'Shows what an operator wants to know first; fast, because large numbers are estimates',
    call: (client) => client.admin.overview.query(),
    print: printOverview,
  }),
  procedure('history', noInput, {
    summary: 'Shows the figures of each of the last days, as the page of an operator draws them',
    call: (client) => client.admin.history.query(),
    print: printDays,
  }),
  procedure('stats', noInput, {
    summary: 'Shows the number of users, stories, reports, jobs and more',
    call: (client) => client.admin.stats.query(),
    print: printStats,
  }),
  procedure('counters verify', noInput, {
    summary: 'Compares every counter with the rows that it counts',
    call: (client) => client.admin.verifyCounters.query(),
    print: printCounters('wrong'),
    exitCode: ({ total }) => (total === 0 ? exitCodes.done : exitCodes.wrong),
  }),
  procedure('counters repair', noInput, {
    summary: 'Corrects every counter',
    ask: () => 'Correct the counters of all stories and users?',
    call: (client) => client.admin.repairCounters.mutate(),
    print: printCounters('repaired'),
  }),
  list('log', moderationLogInput, {
    summary: 'Lists the actions of moderators, newest first; the log cannot be changed',
    about: {
      action: 'only this action',
      targetType: 'only actions on this type',
      targetId: 'only actions on this story, comment, user or recording',
      actorId: 'only actions of this moderator',
    },
    call: (client, input) => client.admin.log.query(input),
    row: (entry) => ({
      AT: entry.createdAt,
      BY: toHandle(entry.actor),
      ACTION: entry.action,
      TARGET: entry.targetType,
      ID: entry.targetId,
      REASON: entry.reason,
    }),
    empty: 'Nothing yet',
  }),
];
