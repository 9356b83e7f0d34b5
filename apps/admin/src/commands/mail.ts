import { failedMailInput, failedMailsInput } from '@relato/contract';
import { listCommand, procedureCommand } from '../command.ts';

const about = { id: 'the mail, as `mail failed` names it' };

export const listFailedMails = listCommand({
  summary: 'Lists mails whose delivery failed for good, last failed first',
  input: failedMailsInput,
  call: (client, input) => client.admin.failedMails.query(input),
  columns: () => [
    { heading: 'MAIL', of: ({ id }) => id },
    { heading: 'KIND', of: ({ kind }) => kind },
    { heading: 'TO', of: ({ to }) => to },
    { heading: 'FAILED', of: ({ failedAt }) => failedAt },
    { heading: 'ERROR', of: ({ error }) => error },
  ],
  empty: 'None failed',
});

export const retryMail = procedureCommand({
  summary: 'Sends a mail again, after its cause of failure is fixed',
  input: failedMailInput,
  positionals: ['id'],
  about,
  call: ({ client }, input) => client.admin.retryMail.mutate(input),
  toLines: () => ['Queued again'],
});

export const dropMail = procedureCommand({
  summary: 'Deletes a mail that failed; it is never sent',
  input: failedMailInput,
  positionals: ['id'],
  about,
  asks: true,
  call: async ({ client, confirm }, input) => {
    await confirm(`Delete the mail ${input.id} for good?`);
    return client.admin.dropMail.mutate(input);
  },
  toLines: () => ['Dropped'],
});
