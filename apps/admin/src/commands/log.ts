import { moderationLogInput, type ModerationLogEntry } from '@relato/contract';
import { listCommand } from '../command.ts';
import { toHandle, type Column } from '../table.ts';

const columns: readonly Column<ModerationLogEntry>[] = [
  { heading: 'AT', of: ({ createdAt }) => createdAt },
  { heading: 'BY', of: ({ actor }) => toHandle(actor) },
  { heading: 'ACTION', of: ({ action }) => action },
  { heading: 'TARGET', of: ({ targetType }) => targetType },
  { heading: 'ID', of: ({ targetId }) => targetId },
  { heading: 'REASON', of: ({ reason }) => reason },
];

export const showLog = listCommand({
  summary: 'Lists the actions of moderators, newest first; the log cannot be changed',
  input: moderationLogInput,
  about: {
    action: 'only this action',
    targetType: 'only actions on this type',
    targetId: 'only actions on this story, comment, user or recording',
    actorId: 'only actions of this moderator',
  },
  call: (client, input) => client.admin.log.query(input),
  columns: () => columns,
  empty: 'Nothing yet',
});
