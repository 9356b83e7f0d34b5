import {
  dismissReportsInput,
  reportQueueInput,
  resolveReportsInput,
  reviewReportsInput,
  type ReportCase,
} from '@relato/contract';
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
  summary: 'Reports by story: open ones that wait longest first, decided ones last decided first',
  input: reportQueueInput,
  about: { status: 'without it, all that nobody decided on yet' },
  call: (client, input) => client.moderation.reports.query(input),
  columns: () => columns,
  empty: 'No reports',
});

export const reviewReports = procedureCommand({
  summary: 'Takes the reports of a story in hand: nobody decides before somebody does',
  input: reviewReportsInput,
  positionals: ['storyId'],
  about,
  call: ({ client }, input) => client.moderation.review.mutate(input),
  toLines: (_result, { storyId }) => [`You look into the reports of ${storyId}`],
});

export const resolveReports = procedureCommand({
  summary: 'Decides on the reports of a story, which is hidden or kept',
  input: resolveReportsInput,
  positionals: ['storyId'],
  about: {
    ...about,
    story: 'what becomes of it',
    note: 'why; the author reads it when the story is hidden',
  },
  asks: true,
  call: async ({ client, confirm }, input) => {
    if (input.story === 'hide')
      await confirm(`Hide the story ${input.storyId} from everybody but its author?`);
    return client.moderation.resolve.mutate(input);
  },
  toLines: (_result, { story }) => [`Resolved; the story is ${story === 'hide' ? 'hidden' : 'kept'}`],
});

export const dismissReports = procedureCommand({
  summary: 'Finds the reports of a story to be without ground',
  input: dismissReportsInput,
  positionals: ['storyId'],
  about: { ...about, note: 'why, for the log' },
  call: ({ client }, input) => client.moderation.dismiss.mutate(input),
  toLines: () => ['Dismissed'],
});
