import { failedJobInput, failedJobsInput } from '@relato/contract';
import { list, procedure } from '../command.ts';

const about = { id: 'the job, as `jobs list` names it' };

export const jobs = [
  list('jobs list', failedJobsInput, {
    summary: 'Lists jobs that failed for good, such as mails, last failed first',
    about: { job: 'only jobs of this kind' },
    call: (client, input) => client.admin.failedJobs.query(input),
    row: (it) => ({ ID: it.id, JOB: it.job, ABOUT: it.about, FAILED: it.failedAt, ERROR: it.error }),
    empty: 'None failed',
  }),
  procedure('jobs retry <id>', failedJobInput, {
    summary: 'Runs a job again, after its cause of failure is fixed',
    about,
    call: (client, input) => client.admin.retryJob.mutate(input),
    print: 'Queued again',
  }),
  procedure('jobs drop <id>', failedJobInput, {
    summary: 'Deletes a job that failed; it is never run again',
    about,
    ask: ({ id }) => `Delete the job ${id} for good?`,
    call: (client, input) => client.admin.dropJob.mutate(input),
    print: 'Dropped',
  }),
];
