import type { StoryAuthor } from '@relato/contract/stories/types';
import { storiesText } from '../../messages/stories.ts';

/** `@username`, or `Anónimo` for an author without one or whose account is gone. */
export const toAuthorName = (author: StoryAuthor | null): string =>
  author?.username ? storiesText.author(author.username) : storiesText.anonymous;
