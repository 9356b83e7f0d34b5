import { defaults } from '@relato/contract';
import type { Viewer } from '../context.ts';

interface CommentFacts {
  /** Null for a visitor, and for an account that is gone. */
  readonly userId: string | null;
  /** Who told the story that the comment is on. */
  readonly storyUserId: string;
}

/** Visitors, too, unless the story's author wants to know who speaks. */
export const canComment = (viewer: Viewer | null, story: { readonly anonymousComments: boolean }): boolean =>
  viewer !== null || story.anonymousComments;

/** The commenter takes back what they said; the story's author decides what stands under it. */
export const canDelete = (viewer: Viewer | null, { userId, storyUserId }: CommentFacts): boolean =>
  viewer !== null && (viewer.id === userId || viewer.id === storyUserId);

// Marks that turn the order of letters around would let `ana@` be read as `@ana`; line breaks would fake a second line.
const deceptive = /[\p{Bidi_Control}\p{Cc}\p{Zl}\p{Zp}]+/gu;
// Users alone are shown with an at-sign before their name; so are its wide and small forms, and what hides before one.
const leadingAtSigns = /^[\s\p{Default_Ignorable_Code_Point}\u2800@\uFF20\uFE6B]+/u;

/** What a visitor is called: never what a user would be, and `Anónimo` when there is nothing left to see. */
export const toVisitorName = (name: string): string =>
  name.replaceAll(deceptive, ' ').replace(leadingAtSigns, '').trim() || defaults.anonymousName;
