import { freezeInput, pageInput, freezeStoryInput } from '@relato/contract';
import { list, procedure } from '../command.ts';
import { toHandle, toRecord, toYesOrNo } from '../table.ts';
import { toPrintable, toPrintableLines } from '../terminal-text.ts';

export const freezes = [
  list('freezes list', pageInput, {
    summary: 'Lists the stories that are kept for authorities, last frozen first',
    call: (client, input) => client.stories.freezes.query(input),
    row: (freeze) => ({
      FREEZE: freeze.id,
      STORY: freeze.storyId,
      CASE: freeze.caseNumber,
      ENDS: freeze.endsAt,
      BY: toHandle(freeze.frozenBy),
      DELETED: toYesOrNo(!freeze.isThere),
      TITLE: freeze.title,
    }),
    empty: 'No freezes',
  }),
  procedure('freezes add <id>', freezeStoryInput, {
    summary:
      'Keeps a copy of a story and its files for an authority and hides the story; for the same case again, sets an earlier end, or once a later one',
    about: {
      id: 'the story',
      caseNumber: "the number of the authority's case; administrators alone see it",
      until: 'the last day, of UTC: 90 days from now at most, and once prolonged 180 from the first day',
      reason: 'the reason; shown to the author, whose story is hidden',
      rule: 'the rule that it breaks, if any',
    },
    ask: ({ id, until }) => `Keep the story ${id} until ${until}, and hide it?`,
    call: (client, input) => client.stories.freeze.mutate(input),
    print: (freeze) => [`Frozen: ${freeze}`],
  }),
  procedure('freezes show <id>', freezeInput, {
    summary: 'Shows what a freeze keeps, with the names of its files in the store; all of it with --json',
    call: (client, input) => client.stories.frozen.query(input),
    print: ({ content: { story, author, recording, comments }, ...freeze }) => [
      ...toRecord({
        Story: freeze.storyId,
        Case: freeze.caseNumber,
        Ends: freeze.endsAt,
        Prolonged: toYesOrNo(freeze.isProlonged),
        Title: story.title,
        Author: `${author.username ?? ''} (${author.id}) ${author.email ?? ''}`,
        Original: `${recording.originalKey ?? ''} (SHA-256 ${recording.originalSha256 ?? ''})`,
        Copy: recording.playbackKey ?? '',
        Comments: comments.length,
      }),
      '',
      ...toPrintableLines(story.transcript ?? '(no transcript)'),
      ...comments.map(({ authorName, content }) => toPrintable(`${authorName}: ${content}`)),
    ],
  }),
  procedure('freezes end <id>', freezeInput, {
    summary:
      'Ends a freeze before its last day, and erases what was deleted meanwhile; the story stays hidden',
    ask: ({ id }) => `End the freeze ${id}, and erase its copy?`,
    call: (client, input) => client.stories.endFreeze.mutate(input),
    print: 'Ended. To show the story again: stories restore',
  }),
];
