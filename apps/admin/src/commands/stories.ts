import {
  feedInput,
  hiddenStoriesInput,
  moderateStoryInput,
  storyInput,
  type Story,
  type StoryId,
  type StorySummary,
} from '@relato/contract';
import type { AdminClient } from '../client.ts';
import { listCommand, procedureCommand } from '../command.ts';
import { toFailure } from '../errors.ts';
import { toPrintable, toPrintableLines } from '../terminal-text.ts';
import { toDuration, toFields, toHandle, type Column } from '../table.ts';

const id: Column<StorySummary> = { heading: 'STORY', of: (story) => story.id };
const author: Column<StorySummary> = { heading: 'AUTHOR', of: (story) => toHandle(story.author) };
const title: Column<StorySummary> = { heading: 'TITLE', of: (story) => story.title };

export const listStories = listCommand({
  summary: 'Lists the public feed, highest score first',
  input: feedInput,
  about: {
    search: 'part of a title or a tag',
    tags: 'a tag; may be repeated to list stories with any of them',
  },
  call: (client, input) => client.stories.feed.query(input),
  columns: () => [
    id,
    { heading: 'UP', of: (story) => story.upvotes },
    { heading: 'DOWN', of: (story) => story.downvotes },
    { heading: 'CREATED', of: (story) => story.createdAt },
    author,
    title,
  ],
  empty: 'No public stories',
});

export const listHiddenStories = listCommand({
  summary: 'Lists the stories that moderators have hidden, last hidden first',
  input: hiddenStoriesInput,
  call: (client, input) => client.stories.hidden.query(input),
  columns: () => [
    id,
    { heading: 'HIDDEN', of: (story) => story.hidden?.at ?? null },
    author,
    { heading: 'REASON', of: (story) => story.hidden?.reason ?? null, maxWidth: 50 },
    title,
  ],
  empty: 'No hidden stories',
});

const toState = ({ hidden, published }: Story): string => {
  if (hidden) return `hidden since ${hidden.at.toISOString()}${hidden.reason ? `: ${hidden.reason}` : ''}`;
  return published ? 'public' : 'private';
};

const toStoryLines = (story: Story): string[] => [
  ...toFields([
    ['Story', story.id],
    ['Title', story.title],
    ['Author', `${toHandle(story.author)} (${story.author?.id ?? 'gone'})`],
    ['State', toState(story)],
    ['Created', story.createdAt],
    ['Duration', toDuration(story.durationMs)],
    ['Votes', `${story.upvotes} up, ${story.downvotes} down`],
    ['Comments', story.comments],
    ['Tags', story.tags.join(', ')],
    ['Audio', story.audioUrl],
  ]),
  '',
  ...toPrintableLines(story.transcript || '(no transcript yet)'),
];

export const showStory = procedureCommand({
  summary: 'Shows a story with its transcript, also if it is hidden',
  input: storyInput,
  positionals: ['id'],
  call: ({ client }, input) => client.stories.byId.query(input),
  toLines: toStoryLines,
});

/** Names the story in a question: by title and author if the caller may see it, else by id. */
async function nameStory(client: AdminClient, storyId: StoryId): Promise<string> {
  const story = await client.stories.byId.query({ id: storyId }).catch((error: unknown) => {
    if (toFailure(error)?.code === 'STORY_NOT_FOUND') return null;
    throw error;
  });
  return story ? `«${toPrintable(story.title)}» by ${toHandle(story.author)}` : `the story ${storyId}`;
}

const reason = 'the reason; shown to the author, who may appeal';

export const hideStory = procedureCommand({
  summary: 'Hides a story and its audio from everyone but its author and moderators',
  input: moderateStoryInput,
  positionals: ['id'],
  about: { reason },
  asks: true,
  call: async ({ client, confirm }, input) => {
    await confirm(`Hide ${await nameStory(client, input.id)}?`);
    return client.stories.hide.mutate(input);
  },
  toLines: (_result, input) => [`Hidden. To undo: stories restore ${input.id} --reason …`],
});

export const restoreStory = procedureCommand({
  summary: 'Shows a hidden story again',
  input: moderateStoryInput,
  positionals: ['id'],
  about: { reason: 'the reason; shown to the author' },
  call: ({ client }, input) => client.stories.restore.mutate(input),
  toLines: () => ['Restored'],
});
