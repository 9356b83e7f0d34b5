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
  summary: 'The flags as they are',
  input: z.object({}),
  call: ({ client }) => client.settings.get.query(),
  toLines,
});

export const setSettings = procedureCommand({
  summary: 'Changes flags for everybody and at once: --record-only, --no-record-only',
  input: setFlagsInput.shape.flags,
  about: {
    showDownvotes: 'whether people see how many voted against a story',
    recordOnly: 'whether the app opens with recording, and the feed of the community is closed',
  },
  call: ({ client }, flags) => {
    if (Object.keys(flags).length === 0) throw usageError('Name a flag to change. --help lists them.');
    return client.settings.set.mutate({ flags });
  },
  toLines,
});
