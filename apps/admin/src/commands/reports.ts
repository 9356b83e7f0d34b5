import {
  dismissReportsInput,
  reportQueueInput,
  resolveReportsInput,
  reviewReportsInput,
  type ReportCase,
} from '@relato/contract';
import type { AdminClient } from '../client.ts';
import { list, noInput, procedure, readAll, type Io } from '../command.ts';
import { toHandle, toRecord } from '../table.ts';

const about = { storyId: 'the story, as `reports list` names it' };
const toReviewed = (storyId: string): string => `You are reviewing the reports on ${storyId}`;

const toMore = ({ viewer: { letsInMore } }: ReportCase): string =>
  letsInMore > 0 ? `, with ${letsInMore} more` : '';

/** Returns the case of a story in review if the story waits for approval. */
async function findWaiting(io: Io, client: AdminClient, storyId: string): Promise<ReportCase | undefined> {
  const { items } = await readAll(
    io,
    (next) => client.reports.queue.query({ status: 'reviewing', ...next }),
    null,
    () => {},
  );
  return items.find(({ story }) => story.id === storyId && story.isWaiting);
}

const toHours = (ms: number | null): string => (ms === null ? '' : `${(ms / 3_600_000).toFixed(1)} h`);

export const reports = [
  procedure('queue', noInput, {
    summary:
      'Shows how the queue of reports is doing: what waits, and how soon 95 % of the last 30 days were handled',
    call: (client) => client.reports.queueStats.query(),
    print: ({ open, oldestAt, lookMs, decisionMs }) =>
      toRecord({
        Open: open,
        Oldest: oldestAt,
        'First look': toHours(lookMs),
        Decision: toHours(decisionMs),
      }),
  }),
  list('reports list', reportQueueInput, {
    summary: 'Lists reports by story: open ones longest waiting first, decided ones last decided first',
    about: { status: 'by default all undecided' },
    call: (client, input) => client.reports.queue.query(input),
    row: (found) => ({
      STORY: found.story.id,
      STATUS: found.status,
      REPORTS: found.reportsCount,
      REASONS: found.reasons.map(({ reason, count }) => `${reason} ${count}`).join(', '),
      WAITS: found.story.isWaiting ? `yes${toMore(found)}` : undefined,
      SINCE: found.firstReportAt,
      MODERATOR: toHandle(found.moderator),
      AUTHOR: toHandle(found.story.author),
      TITLE: found.story.title,
    }),
    empty: 'No reports',
  }),
  procedure('reports next', noInput, {
    summary:
      'Gets the case that waits longest from the queue, and its story as it was reported even if it is private since',
    call: (client) => client.reports.next.mutate(),
    print: (storyId) => [storyId === null ? 'No case waits for you' : toReviewed(storyId)],
  }),
  procedure('reports review <storyId>', reviewReportsInput, {
    summary: 'Starts the review of the reports on a story that you choose; it opens nothing that is private',
    about,
    call: (client, input) => client.reports.review.mutate(input),
    print: (_result, { storyId }) => [toReviewed(storyId)],
  }),
  procedure('reports resolve <storyId>', resolveReportsInput, {
    summary:
      'Decides on the reports on a story: hides or keeps the story; keeping a first story that waits publishes it, and all that wait with it',
    about: {
      ...about,
      story: 'the decision',
      note: 'the reason; shown to the author if the story is hidden',
    },
    ask: ({ storyId, story }) =>
      story === 'hide' ? `Hide the story ${storyId} from everyone but its author?` : null,
    call: async (client, input, confirm, { io }) => {
      const waiting = input.story === 'keep' ? await findWaiting(io, client, input.storyId) : undefined;
      const fate = waiting ? `published${toMore(waiting)}` : input.story === 'hide' ? 'hidden' : 'kept';
      if (waiting) await confirm(`Publish the story ${input.storyId}${toMore(waiting)} of its author?`);
      await client.reports.resolve.mutate(input);
      return fate;
    },
    print: (fate) => [`Resolved; the story is ${fate}`],
  }),
  procedure('reports dismiss <storyId>', dismissReportsInput, {
    summary: 'Dismisses the reports on a story as unfounded, unless it waits to be published',
    about: { ...about, note: 'the reason, for the log' },
    call: (client, input) => client.reports.dismiss.mutate(input),
    print: 'Dismissed',
  }),
];
