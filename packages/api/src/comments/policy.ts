import { defaults } from '@relato/contract';
import type { Viewer } from '../context.ts';

interface CommentFacts {
  /** Null for a visitor, and for a deleted account. */
  readonly userId: string | null;
  /** The author of the story that the comment is on. */
  readonly storyUserId: string;
}

/** Returns whether the viewer may delete the comment: its author and the author of the story may. */
export const canDelete = (viewer: Viewer | null, { userId, storyUserId }: CommentFacts): boolean =>
  viewer !== null && (viewer.id === userId || viewer.id === storyUserId);

// Characters that reverse the direction of text could make `ana@` look like `@ana`; line breaks could fake a second
// line.
const deceptive = /[\p{Bidi_Control}\p{Cc}\p{Zl}\p{Zp}]+/gu;
// Only usernames are shown with a leading at sign. This also removes its wide and small forms, and invisible characters
// before it.
const leadingAtSigns = /^[\s\p{Default_Ignorable_Code_Point}\u2800@\uFF20\uFE6B]+/u;

/**
 * Returns the display name of a visitor: never one that looks like a username, and `Anónimo` if nothing visible is
 * left.
 */
export const toVisitorName = (name: string): string =>
  name.replaceAll(deceptive, ' ').replace(leadingAtSigns, '').trim() || defaults.anonymousName;
