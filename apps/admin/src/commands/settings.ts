import { setFlagsInput, type Flags } from '@relato/contract';
import { noInput, procedure } from '../command.ts';
import { usageError } from '../errors.ts';
import { toRecord } from '../table.ts';

const print = ({ flags: { showDownvotes, recordOnly } }: { readonly flags: Flags }): string[] =>
  toRecord({ showDownvotes: String(showDownvotes), recordOnly: String(recordOnly) });

export const settings = [
  procedure('settings get', noInput, {
    summary: 'Shows the flags',
    call: (client) => client.settings.get.query(),
    print,
  }),
  procedure('settings set', setFlagsInput.shape.flags, {
    summary: 'Changes flags for all users at once: --record-only, --no-record-only',
    about: {
      showDownvotes: 'shows how many users voted against a story',
      recordOnly: 'opens the app with recording and closes the community feed',
    },
    call: (client, flags) => {
      if (Object.keys(flags).length === 0) throw usageError('Name a flag to change. --help lists them.');
      return client.settings.set.mutate({ flags });
    },
    print,
  }),
];
