import { setFlagsInput, type Flags } from '@relato/contract';
import { z } from 'zod';
import { procedureCommand } from '../command.ts';
import { usageError } from '../errors.ts';
import { toFields } from '../table.ts';

const toLines = ({ flags }: { readonly flags: Flags }): string[] =>
  toFields([
    ['showDownvotes', String(flags.showDownvotes)],
    ['recordOnly', String(flags.recordOnly)],
  ]);

export const getSettings = procedureCommand({
  summary: 'Shows the flags',
  input: z.object({}),
  call: ({ client }) => client.settings.get.query(),
  toLines,
});

export const setSettings = procedureCommand({
  summary: 'Changes flags for all users at once: --record-only, --no-record-only',
  input: setFlagsInput.shape.flags,
  about: {
    showDownvotes: 'shows how many users voted against a story',
    recordOnly: 'opens the app with recording and closes the community feed',
  },
  call: ({ client }, flags) => {
    if (Object.keys(flags).length === 0) throw usageError('Name a flag to change. --help lists them.');
    return client.settings.set.mutate({ flags });
  },
  toLines,
});
