import { appealsInput, decideAppealInput } from '@relato/contract';
import { list, procedure } from '../command.ts';
import { toHandle, toYesOrNo } from '../table.ts';
import { cut } from '../terminal-text.ts';

export const appeals = [
  list('appeals list', appealsInput, {
    summary: 'Lists appeals, longest waiting first; YOURS says which you may decide',
    about: { status: 'by default open' },
    call: (client, input) => client.appeals.list.query(input),
    row: (appeal) => ({
      APPEAL: appeal.id,
      STATUS: appeal.status,
      SINCE: appeal.createdAt,
      BY: toHandle(appeal.user),
      AGAINST: appeal.decision.kind,
      'DECIDED BY': toHandle(appeal.decision.by),
      YOURS: toYesOrNo(appeal.viewer.canDecide),
      ABOUT: cut(appeal.decision.subject, 40),
      REASON: cut(appeal.decision.reason, 40),
      WORDS: appeal.text,
    }),
    empty: 'No appeals',
  }),
  procedure('appeals decide <id> <decision>', decideAppealInput, {
    summary: 'Grants an appeal, which undoes the decision, or rejects it',
    about: {
      id: 'the appeal, as `appeals list` names it',
      note: 'the reason; shown to the user who appealed',
    },
    ask: ({ id, decision }) =>
      `${decision === 'grant' ? 'Grant and undo the decision' : 'Reject for good'}: appeal ${id}?`,
    call: (client, input) => client.appeals.decide.mutate(input),
    print: ({ isBack }, { decision }) => [
      decision === 'grant' ? 'Granted' : 'Rejected',
      ...(isBack === false ? ['What was removed could not return: its place is gone, or taken'] : []),
    ],
  }),
];
