import type { Comment } from '@relato/contract/comments/types';
import { commentsText } from '../../messages/comments.ts';

/** `@username` for a user; what a visitor gave, or somebody whose account is gone was called, has no at-sign. */
export const toCommenterName = ({ author, authorName }: Comment): string =>
  author?.username ? commentsText.author(author.username) : authorName;
