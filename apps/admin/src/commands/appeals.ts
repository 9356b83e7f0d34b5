import { appealsInput, decideAppealInput, type Appeal } from '@relato/contract';
import { listCommand, procedureCommand } from '../command.ts';
import { toHandle, type Column } from '../table.ts';

const columns: readonly Column<Appeal>[] = [
  { heading: 'APPEAL', of: ({ id }) => id },
  { heading: 'STATUS', of: ({ status }) => status },
  { heading: 'SINCE', of: ({ createdAt }) => createdAt },
  { heading: 'BY', of: ({ user }) => toHandle(user) },
  { heading: 'AGAINST', of: ({ decision }) => decision.kind },
  { heading: 'DECIDED BY', of: ({ decision }) => toHandle(decision.by) },
  { heading: 'YOURS', of: ({ viewer }) => (viewer.canDecide ? 'yes' : 'no') },
  { heading: 'ABOUT', of: ({ decision }) => decision.subject, maxWidth: 40 },
  { heading: 'REASON', of: ({ decision }) => decision.reason, maxWidth: 40 },
  { heading: 'WORDS', of: ({ text }) => text },
];

export const listAppeals = listCommand({
  summary: 'Lists appeals, longest waiting first; YOURS says which you may decide',
  input: appealsInput,
  about: { status: 'by default open' },
  call: (client, input) => client.appeals.list.query(input),
  columns: () => columns,
  empty: 'No appeals',
});

export const decideAppeal = procedureCommand({
  summary: 'Grants an appeal, which undoes the decision, or rejects it',
  input: decideAppealInput,
  positionals: ['id', 'decision'],
  about: { id: 'the appeal, as `appeals list` names it', note: 'the reason; shown to the user who appealed' },
  asks: true,
  call: async ({ client, confirm }, input) => {
    const action = input.decision === 'grant' ? 'Grant and undo the decision' : 'Reject for good';
    await confirm(`${action}: appeal ${input.id}?`);
    return client.appeals.decide.mutate(input);
  },
  toLines: (_result, { decision }) => [decision === 'grant' ? 'Granted' : 'Rejected'],
});
