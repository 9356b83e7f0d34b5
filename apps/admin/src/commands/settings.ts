import { announceInput, setFlagsInput, type Flags, type OperatorSettings } from '@relato/contract';
import { noInput, procedure } from '../command.ts';
import { usageError } from '../errors.ts';
import { toRecord } from '../table.ts';

const toFlags = ({ showDownvotes, recordOnly, reviewFirstStory }: Flags) => ({
  showDownvotes: String(showDownvotes),
  recordOnly: String(recordOnly),
  reviewFirstStory: String(reviewFirstStory),
});

const printSettings = ({ flags, announcement }: OperatorSettings): string[] =>
  toRecord({
    ...toFlags(flags),
    ...(announcement && {
      announcement: announcement.text,
      until: announcement.until,
      ended: announcement.hasEnded ? 'yes' : 'no',
    }),
  });

export const settings = [
  procedure('settings get', noInput, {
    summary: 'Shows the flags and the announcement',
    call: (client) => client.settings.get.query(),
    print: printSettings,
  }),
  procedure('settings set', setFlagsInput.shape.flags, {
    summary: 'Changes flags for all users at once: --record-only, --no-record-only',
    about: {
      showDownvotes: 'shows how many users voted against a story',
      recordOnly: 'opens the app with recording and closes the community feed',
      reviewFirstStory:
        'has a moderator let in the first story of an account; off, those that wait stay in the queue until they are decided or published again',
    },
    call: (client, flags) => {
      if (Object.keys(flags).length === 0) throw usageError('Name a flag to change. --help lists them.');
      return client.settings.set.mutate({ flags });
    },
    print: ({ flags }) => toRecord(toFlags(flags)),
  }),
  procedure('announce <text>', announceInput.omit({ replaces: true }), {
    summary: 'Shows a text to everyone on top of the app, in place of the one before',
    about: { text: 'what they read', until: 'the last day on which it shows' },
    call: async (client, input) => {
      const { announcement } = await client.settings.get.query();
      await client.settings.announce.mutate({ ...input, replaces: announcement?.id });
    },
    print: 'Announced',
  }),
  procedure('end-announcement', noInput, {
    summary: 'Ends the announcement',
    call: async (client) => {
      const { announcement } = await client.settings.get.query();
      if (announcement) await client.settings.endAnnouncement.mutate({ id: announcement.id });
      return announcement;
    },
    print: (announcement) => [announcement ? `Ended: ${announcement.text}` : 'There is none'],
  }),
];
