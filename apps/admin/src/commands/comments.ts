import { listCommentsInput, removeCommentInput } from '@relato/contract';
import { list, procedure } from '../command.ts';

export const comments = [
  list('comments list <storyId>', listCommentsInput, {
    summary: 'Lists the comments on a story',
    call: (client, input) => client.comments.list.query(input),
    row: (comment) => ({
      COMMENT: comment.id,
      CREATED: comment.createdAt,
      AUTHOR: comment.author ? `@${comment.authorName}` : comment.authorName,
      WORDS: comment.content,
    }),
    empty: 'No comments',
  }),
  procedure('comments remove <id>', removeCommentInput, {
    summary: 'Removes a comment',
    about: {
      id: 'the comment, as `comments list` names it',
      reason: 'the reason; shown to the author, who may appeal',
    },
    ask: ({ id }) => `Remove the comment ${id}?`,
    call: (client, input) => client.comments.remove.mutate(input),
    print: 'Removed',
  }),
];
