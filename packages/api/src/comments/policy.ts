import { defaults, removeInvisible } from '@relato/contract';
import type { Viewer } from '../rpc/context.ts';

interface CommentFacts {
  /** Null for a visitor, and for a deleted account. */
  readonly userId: string | null;
  /** The author of the story that the comment is on. */
  readonly storyUserId: string;
}

/** Returns whether the viewer may delete the comment: its author and the author of the story may. */
export const canDelete = (viewer: Viewer | null, { userId, storyUserId }: CommentFacts): boolean =>
  viewer !== null && (viewer.id === userId || viewer.id === storyUserId);

// Only usernames are shown with a leading at sign. This also removes its wide and small forms.
const leadingAtSigns = /^[\s\u2800@\uFF20\uFE6B]+/u;

/** Returns the display name of a visitor, which never looks like a username, and is `Anónimo` without visible characters. */
export const toVisitorName = (name: string): string =>
  // Line breaks could fake a second line.
  removeInvisible(name).replaceAll(/\s+/gu, ' ').replace(leadingAtSigns, '').trim() || defaults.anonymousName;
