import { failedMailInput, failedMailsInput } from '@relato/contract';
import { listCommand, procedureCommand } from '../command.ts';

const about = { id: 'the mail, as `mail failed` names it' };

export const listFailedMails = listCommand({
  summary: 'Mails that could not be delivered and wait for you, last failed first',
  input: failedMailsInput,
  call: (client, input) => client.moderation.failedMails.query(input),
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
  summary: 'Sends one again, once what made it fail is mended',
  input: failedMailInput,
  positionals: ['id'],
  about,
  call: ({ client }, input) => client.moderation.retryMail.mutate(input),
  toLines: () => ['On its way again'],
});

export const dropMail = procedureCommand({
  summary: 'Forgets one; its recipient never gets it',
  input: failedMailInput,
  positionals: ['id'],
  about,
  asks: true,
  call: async ({ client, confirm }, input) => {
    await confirm(`Forget the mail ${input.id} for good?`);
    return client.moderation.dropMail.mutate(input);
  },
  toLines: () => ['Dropped'],
});
