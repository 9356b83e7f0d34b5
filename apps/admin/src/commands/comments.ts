import { listCommentsInput, removeCommentInput } from '@relato/contract';
import { listCommand, procedureCommand } from '../command.ts';

export const listComments = listCommand({
  summary: 'What was said about a story',
  input: listCommentsInput,
  positionals: ['storyId'],
  call: (client, input) => client.comments.list.query(input),
  columns: () => [
    { heading: 'COMMENT', of: ({ id }) => id },
    { heading: 'CREATED', of: ({ createdAt }) => createdAt },
    { heading: 'AUTHOR', of: ({ author, authorName }) => (author ? `@${authorName}` : authorName) },
    { heading: 'WORDS', of: ({ content }) => content },
  ],
  empty: 'No comments',
});

export const removeComment = procedureCommand({
  summary: 'Removes a comment',
  input: removeCommentInput,
  positionals: ['id'],
  about: {
    id: 'the comment, as `comments list` names it',
    reason: 'why; who wrote it reads it and may appeal',
  },
  asks: true,
  call: async ({ client, confirm }, input) => {
    await confirm(`Remove the comment ${input.id}?`);
    return client.moderation.removeComment.mutate(input);
  },
  toLines: () => ['Removed'],
});
