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
  summary: 'What moderators did, newest first; nobody can change it',
  input: moderationLogInput,
  about: {
    action: 'only this',
    targetType: 'only what was done to such',
    targetId: 'only what was done to this story, comment, person or recording',
    actorId: 'only what this moderator did',
  },
  call: (client, input) => client.moderation.log.query(input),
  columns: () => columns,
  empty: 'Nothing yet',
});
