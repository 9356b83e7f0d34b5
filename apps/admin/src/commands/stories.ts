import {
  feedInput,
  formatDuration,
  pageInput,
  hideStoryInput,
  moderateStoryInput,
  storyInput,
  type Story,
} from '@relato/contract';
import type { AdminClient } from '../client.ts';
import { list, procedure } from '../command.ts';
import { toCommandError } from '../errors.ts';
import { toHandle, toRecord } from '../table.ts';
import { cut, toPrintable, toPrintableLines } from '../terminal-text.ts';

const toState = ({ hidden, published }: Story): string => {
  if (hidden) return `hidden since ${hidden.at.toISOString()}${hidden.reason ? `: ${hidden.reason}` : ''}`;
  return published ? 'public' : 'private';
};

const printStory = (story: Story): string[] => [
  ...toRecord({
    Story: story.id,
    Title: story.title,
    Author: `${toHandle(story.author)} (${story.author?.id ?? 'gone'})`,
    State: toState(story),
    Created: story.createdAt,
    Duration: formatDuration(story.durationMs),
    Votes: `${story.upvotes} up, ${story.downvotes} down`,
    Comments: story.comments,
    Tags: story.tags.join(', '),
    Audio: story.audioUrl,
  }),
  '',
  ...toPrintableLines(story.transcript || '(no transcript yet)'),
  ...(story.explanations ?? []).flatMap(({ id, word, explanation, person }) =>
    [''].concat(toRecord({ Explanation: id, Word: word, Meaning: explanation, By: toHandle(person) })),
  ),
];

/** Names the story in a question: by title and author if the caller may see it, or else by id. */
async function nameStory(client: AdminClient, id: Story['id']): Promise<string> {
  const story = await client.stories.byId.query({ id }).catch((error: unknown) => {
    if (toCommandError(error)?.code === 'STORY_NOT_FOUND') return null;
    throw error;
  });
  return story ? `«${toPrintable(story.title)}» by ${toHandle(story.author)}` : `the story ${id}`;
}

export const stories = [
  list('stories list', feedInput, {
    summary: 'Lists the public feed, highest score first',
    about: {
      search: 'part of a title or a tag',
      tags: 'a tag; may be repeated to list stories with any of them',
    },
    call: (client, input) => client.stories.feed.query(input),
    row: (story) => ({
      STORY: story.id,
      UP: story.upvotes,
      DOWN: story.downvotes,
      CREATED: story.createdAt,
      AUTHOR: toHandle(story.author),
      TITLE: story.title,
    }),
    empty: 'No public stories',
  }),
  list('stories hidden', pageInput, {
    summary: 'Lists the stories that moderators have hidden, last hidden first',
    call: (client, input) => client.stories.hidden.query(input),
    row: (story) => ({
      STORY: story.id,
      HIDDEN: story.hidden?.at ?? null,
      AUTHOR: toHandle(story.author),
      REASON: cut(story.hidden?.reason ?? '', 50),
      TITLE: story.title,
    }),
    empty: 'No hidden stories',
  }),
  procedure('stories show <id>', storyInput, {
    summary: 'Shows a story with its transcript, also if it is hidden',
    call: (client, input) => client.stories.byId.query(input),
    print: printStory,
  }),
  procedure('stories hide <id>', hideStoryInput, {
    summary: 'Hides a story and its audio from everyone but its author and moderators',
    about: { reason: 'the reason; shown to the author, who may appeal', rule: 'the rule that it breaks' },
    ask: async ({ id }, client) => `Hide ${await nameStory(client, id)}?`,
    call: (client, input) => client.stories.hide.mutate(input),
    print: (_result, { id }) => [`Hidden. To undo: stories restore ${id} --reason …`],
  }),
  procedure('stories restore <id>', moderateStoryInput, {
    summary: 'Shows a hidden story again',
    about: { reason: 'the reason; shown to the author' },
    call: (client, input) => client.stories.restore.mutate(input),
    print: 'Restored',
  }),
];
