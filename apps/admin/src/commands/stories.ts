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
import { toPrintable, toPrintableLines } from '../terminal-text.ts';
import { toDuration, toFields, toHandle, type Column } from '../table.ts';

const id: Column<StorySummary> = { heading: 'STORY', of: (story) => story.id };
const author: Column<StorySummary> = { heading: 'AUTHOR', of: (story) => toHandle(story.author) };
const title: Column<StorySummary> = { heading: 'TITLE', of: (story) => story.title };

export const listStories = listCommand({
  summary: 'The public feed, votes first',
  input: feedInput,
  about: { search: 'part of a title or a tag', tags: 'one of these; may be given several times' },
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
  summary: 'What decisions hide, last hidden first',
  input: hiddenStoriesInput,
  call: (client, input) => client.moderation.hiddenStories.query(input),
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
  ...toPrintableLines(story.transcript || '(on its way)'),
];

export const showStory = procedureCommand({
  summary: 'A story with its transcript, hidden or not',
  input: storyInput,
  positionals: ['id'],
  call: ({ client }, input) => client.stories.byId.query(input),
  toLines: toStoryLines,
});

/** For a question: what the story is called, as far as the one who asks may see it. */
async function nameStory(client: AdminClient, storyId: StoryId): Promise<string> {
  const story = await client.stories.byId.query({ id: storyId }).catch(() => null);
  return story ? `«${toPrintable(story.title)}» by ${toHandle(story.author)}` : `the story ${storyId}`;
}

const reason = 'why; the author reads it and may appeal';

export const hideStory = procedureCommand({
  summary: 'Takes a story and its audio from everybody but its author and moderators',
  input: moderateStoryInput,
  positionals: ['id'],
  about: { reason },
  asks: true,
  call: async ({ client, confirm }, input) => {
    await confirm(`Hide ${await nameStory(client, input.id)}?`);
    return client.moderation.hideStory.mutate(input);
  },
  toLines: (_result, input) => [`Hidden. To take it back: stories restore ${input.id} --reason …`],
});

export const restoreStory = procedureCommand({
  summary: 'Takes back that a story is hidden',
  input: moderateStoryInput,
  positionals: ['id'],
  about: { reason: 'why; the author reads it' },
  call: ({ client }, input) => client.moderation.restoreStory.mutate(input),
  toLines: () => ['Restored'],
});
