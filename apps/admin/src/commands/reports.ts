import {
  dismissReportsInput,
  reportQueueInput,
  resolveReportsInput,
  reviewReportsInput,
  type ReportCase,
} from '@relato/contract';
import { z } from 'zod';
import { listCommand, procedureCommand } from '../command.ts';
import { toHandle, type Column } from '../table.ts';

const about = { storyId: 'the story, as `reports list` names it' };

const columns: readonly Column<ReportCase>[] = [
  { heading: 'STORY', of: ({ story }) => story.id },
  { heading: 'STATUS', of: ({ status }) => status },
  { heading: 'REPORTS', of: ({ reportsCount }) => reportsCount },
  {
    heading: 'REASONS',
    of: ({ reasons }) => reasons.map(({ reason, count }) => `${reason} ${count}`).join(', '),
  },
  { heading: 'SINCE', of: ({ firstReportAt }) => firstReportAt },
  { heading: 'MODERATOR', of: ({ moderator }) => toHandle(moderator) },
  { heading: 'AUTHOR', of: ({ story }) => toHandle(story.author) },
  { heading: 'TITLE', of: ({ story }) => story.title },
];

export const listReports = listCommand({
  summary: 'Lists reports by story: open ones longest waiting first, decided ones last decided first',
  input: reportQueueInput,
  about: { status: 'by default all undecided' },
  call: (client, input) => client.reports.queue.query(input),
  columns: () => columns,
  empty: 'No reports',
});

export const nextReports = procedureCommand({
  summary:
    'Gets the case that waits longest from the queue, and its story as it was reported even if it is private since',
  input: z.object({}),
  about: {},
  call: ({ client }) => client.reports.next.mutate(),
  toLines: (storyId) => [
    storyId === null ? 'No case waits for you' : `You are reviewing the reports on ${storyId}`,
  ],
});

export const reviewReports = procedureCommand({
  summary: 'Starts the review of the reports on a story that you choose; it opens nothing that is private',
  input: reviewReportsInput,
  positionals: ['storyId'],
  about,
  call: ({ client }, input) => client.reports.review.mutate(input),
  toLines: (_result, { storyId }) => [`You are reviewing the reports on ${storyId}`],
});

export const resolveReports = procedureCommand({
  summary: 'Decides on the reports on a story: hides or keeps the story',
  input: resolveReportsInput,
  positionals: ['storyId'],
  about: {
    ...about,
    story: 'the decision',
    note: 'the reason; shown to the author if the story is hidden',
  },
  asks: true,
  call: async ({ client, confirm }, input) => {
    if (input.story === 'hide')
      await confirm(`Hide the story ${input.storyId} from everyone but its author?`);
    return client.reports.resolve.mutate(input);
  },
  toLines: (_result, { story }) => [`Resolved; the story is ${story === 'hide' ? 'hidden' : 'kept'}`],
});

export const dismissReports = procedureCommand({
  summary: 'Dismisses the reports on a story as unfounded',
  input: dismissReportsInput,
  positionals: ['storyId'],
  about: { ...about, note: 'the reason, for the log' },
  call: ({ client }, input) => client.reports.dismiss.mutate(input),
  toLines: () => ['Dismissed'],
});
