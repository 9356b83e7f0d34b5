import { listCommentsInput, removeCommentInput } from '@relato/contract';
import { listCommand, procedureCommand } from '../command.ts';

export const listComments = listCommand({
  summary: 'Lists the comments on a story',
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
    reason: 'the reason; shown to the author, who may appeal',
  },
  asks: true,
  call: async ({ client, confirm }, input) => {
    await confirm(`Remove the comment ${input.id}?`);
    return client.comments.remove.mutate(input);
  },
  toLines: () => ['Removed'],
});
